import type { SystemStyleObject } from '@chakra-ui/react/styled-system';
import { wholeSystem } from './wholeSystem.ts';

/** A rule of the stylesheet as Chakra styles for a selector. */
export type Look = readonly [selector: string, styles: SystemStyleObject];

type Styles = Readonly<Record<string, SystemStyleObject>>;
type Recipe = {
  readonly base?: unknown;
  readonly variants?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** Reads a Chakra recipe, or one slot of a slot recipe. */
export function recipe(name: string, slot?: string) {
  const whole: Recipe = slot ? wholeSystem.getSlotRecipe(name) : wholeSystem.getRecipe(name);
  // A slot recipe has the styles by slot name where a plain recipe has the styles.
  const of = (styles: unknown) => ((slot ? (styles as Styles | undefined)?.[slot] : styles) ?? {}) as SystemStyleObject;
  const variant = (kind: string, value: string) => of(whole.variants?.[kind]?.[value]);
  return {
    base: of(whole.base),
    variant,
    /** One rule per variant, selected by a data attribute; `:where` adds no specificity to the base. */
    each: (selector: string, attribute: string, kind: string, values: readonly string[]): Look[] =>
      values.map((value) => [`${selector}:where([data-${attribute}="${value}"])`, variant(kind, value)]),
  };
}

/** Rules that set the colours of each tone for all parts that have tones. */
export const tones = (parts: readonly string[], palettes: Readonly<Record<string, string>>): Look[] =>
  Object.entries(palettes).map(([tone, colorPalette]) => [
    parts.map((part) => `${part}:where([data-tone="${tone}"])`).join(', '),
    { colorPalette },
  ]);

const [button, input, textarea, spinner] = [recipe('button'), recipe('input'), recipe('textarea'), recipe('spinner')];
const [select, field, mark] = ['root', 'field', 'indicator'].map((slot) => recipe('nativeSelect', slot));
const around = (slot: string) => recipe('field', slot).base;

const sizes = ['xs', 'md'];

/** Buttons, inputs and selects. */
export const controlLooks: readonly Look[] = [
  ['.ui-button', button.base],
  ...button.each('.ui-button', 'size', 'size', ['md', 'sm']),
  ...button.each('.ui-button', 'look', 'variant', ['solid', 'outline', 'subtle', 'ghost']),
  ...tones(['.ui-button', '.ui-badge'], { neutral: 'gray', danger: 'red' }),
  ['.ui-spinner', { ...spinner.base, ...spinner.variant('size', 'inherit') }],

  ['.ui-input', { ...input.base, ...input.variant('size', 'md') }],
  ['.ui-input', input.variant('variant', 'outline')],
  ['.ui-input:where([data-trailing])', { pe: 'calc(var(--input-height) - 0px)' }],
  [
    '.ui-input-group',
    { display: 'inline-flex', alignItems: 'center', position: 'relative', isolation: 'isolate', width: 'full' },
  ],
  [
    '.ui-input-end',
    {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      position: 'absolute',
      zIndex: 2,
      height: 'full',
      fontSize: 'sm',
      color: 'fg.muted',
      px: '0.5',
      insetInlineEnd: '0',
    },
  ],
  ['.ui-textarea', { ...textarea.base, ...textarea.variant('size', 'md') }],
  ['.ui-textarea', textarea.variant('variant', 'outline')],

  ['.ui-select', select?.base ?? {}],
  ['.ui-select > select', field?.base ?? {}],
  ['.ui-select > svg', { ...mark?.base, _icon: {}, height: '1em', width: '1em' }],
  ['.ui-select > [aria-invalid] + svg', { color: 'fg.error' }],
  ...sizes.flatMap((size): Look[] => [
    [`.ui-select:where([data-size="${size}"])`, select?.variant('size', size) ?? {}],
    [`.ui-select:where([data-size="${size}"]) > select`, field?.variant('size', size) ?? {}],
    [`.ui-select:where([data-size="${size}"]) > svg`, mark?.variant('size', size) ?? {}],
  ]),
  ['.ui-select:where([data-size="md"]) > select', field?.variant('variant', 'outline') ?? {}],
  ['.ui-select:where([data-size="xs"])', { width: 'auto' }],
  [
    '.ui-select:where([data-size="xs"]) > select',
    { ...field?.variant('variant', 'ghost'), fieldSizing: 'content', _hover: { bg: 'bg.muted' } },
  ],

  [
    '.ui-checkbox',
    {
      display: 'inline-flex',
      alignItems: 'flex-start',
      gap: '2',
      minHeight: '6',
      cursor: 'checkbox',
      '&:has(:disabled)': { layerStyle: 'disabled' },
    },
  ],
  ['.ui-checkbox > input', { flex: 'none', boxSize: '4.5', marginTop: '0.5', accentColor: 'teal.solid' }],

  ['.ui-field', { ...around('root'), flexDirection: 'column', alignItems: 'flex-start', gap: '1', minWidth: '0' }],
  // The sign of a required field follows the last word of a label in two lines.
  ['.ui-field-label', { ...around('label'), display: 'block' }],
  ['.ui-field-label > * + *', { marginInlineStart: '1' }],
  ['.ui-field-label > small', { color: 'fg.subtle', fontWeight: 'normal', fontSize: 'xs' }],
  ['.ui-field-required', around('requiredIndicator')],
  // Facts have a line each.
  ['.ui-field-hint', { ...around('helperText'), whiteSpace: 'pre-line' }],
  ['.ui-field-error', { ...around('errorText'), whiteSpace: 'pre-line' }],
  [
    '.ui-error-text',
    { display: 'flex', alignItems: 'center', gap: '1', color: 'fg.error', fontSize: 'sm', fontWeight: 'medium' },
  ],
  ['.ui-filters', { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: '2', columnGap: '3' }],
  // A label in two lines would move its field out of the row.
  ['.ui-filters > .ui-field', { width: 'min-content', minWidth: '44', maxWidth: 'full' }],
  ['.ui-filters > .ui-field > .ui-field-label', { whiteSpace: 'nowrap' }],
];
