/** Steps of a hue from nearly white to nearly black. */
const steps = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950] as const;
type Step = (typeof steps)[number];

const hue = (colours: string): Record<Step, { value: string }> => {
  const values = colours.split(' ');
  return Object.fromEntries(steps.map((step, at) => [step, { value: `#${values[at]}` }])) as Record<
    Step,
    { value: string }
  >;
};

/** Raw colours; screens use only the semantic tokens, whose contrast is tested. */
export const palette = {
  gray: hue('f7f9fa eef2f4 dfe6ea c5d0d6 93a2ac 5f6e79 4c5a65 38444d 27313a 1a2229 12181d'),
  teal: hue('effaf9 d5f1ee abe2dd 77cbc5 43ada7 238f8a 157370 105d5b 104a49 0d3837 072423'),
  red: hue('fef3f2 fde3e1 fbcbc7 f6a59e ec736a dc4a3f c03028 9f241e 7d211c 57180f 2f0d09'),
  orange: hue('fff6ea fde9cd fad19b f5b362 e8902f c87313 a3590c 84470d 663810 46280d 271606'),
  green: hue('f0f9f1 dbf0dd b8e0bd 88c891 57aa64 378c47 287137 215a2d 1d4826 15351c 0b2010'),
  blue: hue('f0f6fd dceafa bcd6f5 8fbaed 5c97e0 3a78cc 295faf 234c8d 213f70 1a2f52 101d33'),
  purple: hue('f8f5fd eee7fa ddd0f5 c4adec a583df 8860cd 7048b3 5b3a91 483072 352453 201533'),
};

type Values = Record<string, { value: string }>;
const valued = (values: Record<string, string | number>): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value: String(value) }]));
const list = (names: string, value: (name: string) => string): Values =>
  Object.fromEntries(names.split(' ').map((name) => [name, { value: value(name) }]));

const rem = list(
  '0.5 1 1.5 2 2.5 3 3.5 4 4.5 5 6 7 8 9 10 11 12 14 16 18 20 24 28 32 36 40 44 48 52 56 60 64 72 80 96',
  (name) => `${Number(name) / 4}rem`,
);
const fractions = list('1/2 1/3 2/3 1/4 3/4 1/5 2/5 3/5 4/5', (name) => {
  const [part, whole] = name.split('/').map(Number);
  return `${(100 * (part ?? 1)) / (whole ?? 1)}%`;
});
const widths = { '3xs': 14, '2xs': 16, xs: 20, sm: 24, md: 28, lg: 32, xl: 36, '2xl': 42, '3xl': 48, '4xl': 56 };
const wider = { '5xl': 64, '6xl': 72, '7xl': 80, '8xl': 90 };

const sans =
  'system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif';
const mono = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "Noto Sans Mono CJK SC", monospace';

/** Sizes, durations and fonts. */
export const scales = {
  colors: {
    transparent: { value: 'transparent' },
    current: { value: 'currentColor' },
    black: { value: '#0b0f12' },
    white: { value: '#ffffff' },
    blackAlpha: valued({ 300: 'rgba(0, 0, 0, 0.16)', 500: 'rgba(9, 14, 18, 0.45)', 700: 'rgba(9, 14, 18, 0.64)' }),
    ...palette,
  },
  spacing: rem,
  sizes: {
    ...rem,
    ...fractions,
    ...Object.fromEntries(Object.entries({ ...widths, ...wider }).map(([name, n]) => [name, { value: `${n}rem` }])),
    ...valued({ max: 'max-content', min: 'min-content', fit: 'fit-content', full: '100%', prose: '60ch' }),
    ...valued({ dvh: '100dvh', dvw: '100dvw', vh: '100vh', vw: '100vw' }),
  },
  fonts: valued({ body: sans, heading: sans, mono }),
  fontSizes: valued({
    '2xs': '0.6875rem',
    xs: '0.75rem',
    sm: '0.875rem',
    md: '1rem',
    lg: '1.125rem',
    xl: '1.25rem',
    '2xl': '1.5rem',
    '3xl': '1.875rem',
    '4xl': '2.25rem',
  }),
  fontWeights: valued({ normal: 400, medium: 500, semibold: 600, bold: 700 }),
  lineHeights: valued({ shorter: 1.25, short: 1.375, moderate: 1.5, tall: 1.625, taller: 2 }),
  letterSpacings: valued({ tight: '-0.01em', wide: '0.025em', wider: '0.05em', widest: '0.1em' }),
  radii: valued({
    none: '0',
    '2xs': '0.0625rem',
    xs: '0.25rem',
    sm: '0.375rem',
    md: '0.5rem',
    lg: '0.75rem',
    xl: '1rem',
    full: '9999px',
  }),
  borders: valued({ xs: '0.5px solid', sm: '1px solid', md: '2px solid', lg: '4px solid' }),
  durations: valued({
    fastest: '50ms',
    faster: '100ms',
    fast: '150ms',
    moderate: '200ms',
    slow: '300ms',
    slower: '400ms',
    slowest: '500ms',
  }),
  easings: valued({
    'ease-in': 'cubic-bezier(0.42, 0, 1, 1)',
    'ease-out': 'cubic-bezier(0, 0, 0.58, 1)',
    'ease-in-out': 'cubic-bezier(0.42, 0, 0.58, 1)',
    'ease-in-smooth': 'cubic-bezier(0.32, 0.72, 0, 1)',
  }),
  animations: valued({ spin: 'spin 1s linear infinite', pulse: 'pulse 2s cubic-bezier(0.4, 0, 0.6, 1) infinite' }),
  zIndex: valued({
    hide: -1,
    base: 0,
    docked: 10,
    dropdown: 1000,
    sticky: 1100,
    banner: 1200,
    overlay: 1300,
    modal: 1400,
    popover: 1500,
    skipNav: 1600,
    toast: 1700,
    tooltip: 1800,
    max: 2147483647,
  }),
  cursor: valued({
    button: 'pointer',
    checkbox: 'pointer',
    disabled: 'not-allowed',
    menuitem: 'default',
    option: 'default',
    radio: 'pointer',
    slider: 'pointer',
    switch: 'pointer',
  }),
};
