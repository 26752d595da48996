import type { SystemStyleObject } from '@chakra-ui/react/styled-system';
import { wholeSystem } from './wholeSystem.ts';

/** One rule of looks.css, in Chakra's own words: what `styles` says of the elements that `selector` finds. */
export type Look = readonly [selector: string, styles: SystemStyleObject];

type Styles = Readonly<Record<string, SystemStyleObject>>;
type Recipe = {
  readonly base?: unknown;
  readonly variants?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** A recipe of the system, or one slot of it. */
export function recipe(name: string, slot?: string) {
  const whole: Recipe = slot ? wholeSystem.getSlotRecipe(name) : wholeSystem.getRecipe(name);
  // A slot recipe holds, where a plain one has its styles, the styles of each slot by name.
  const of = (styles: unknown) => ((slot ? (styles as Styles | undefined)?.[slot] : styles) ?? {}) as SystemStyleObject;
  const variant = (kind: string, value: string) => of(whole.variants?.[kind]?.[value]);
  return {
    base: of(whole.base),
    variant,
    /** A rule for each of these variants, told by a data attribute. `:where` keeps them as weak as the base. */
    each: (selector: string, attribute: string, kind: string, values: readonly string[]): Look[] =>
      values.map((value) => [`${selector}:where([data-${attribute}="${value}"])`, variant(kind, value)]),
  };
}

/** The rules that give these tones their colours, for all the parts that have tones. */
export const tones = (parts: readonly string[], palettes: Readonly<Record<string, string>>): Look[] =>
  Object.entries(palettes).map(([tone, colorPalette]) => [
    parts.map((part) => `${part}:where([data-tone="${tone}"])`).join(', '),
    { colorPalette },
  ]);
