import { palette } from './scales.ts';

type Pair = { value: { base: string; _dark: string } };

/** A colour in the light and in the dark theme. */
const pair = (light: string, dark: string): Pair => ({ value: { base: light, _dark: dark } });
const step = (name: string, light: number, dark: number) =>
  pair(`{colors.${name}.${light}}`, `{colors.${name}.${dark}}`);

/** Roles of a hue that is set as `colorPalette`. */
const roles = (name: string) => ({
  contrast: pair('white', 'white'),
  fg: step(name, 700, 300),
  subtle: step(name, 100, 900),
  muted: step(name, 200, 800),
  emphasized: step(name, 300, 700),
  solid: step(name, 600, 600),
  hover: step(name, 700, 700),
  focusRing: step(name, 600, 400),
  border: step(name, 500, 400),
});

const neutral = {
  contrast: pair('white', '{colors.gray.950}'),
  fg: step('gray', 800, 200),
  subtle: step('gray', 100, 800),
  muted: step('gray', 200, 700),
  emphasized: step('gray', 300, 600),
  solid: step('gray', 700, 200),
  hover: step('gray', 800, 100),
  focusRing: step('teal', 600, 400),
  border: pair('#788894', '#7d8d98'),
};

/** Colours of a state: text, background, border, and a solid mark with white text. */
const state = (name: string) => ({
  DEFAULT: step(name, 700, 300),
  bg: step(name, 50, 950),
  border: step(name, 500, 400),
  solid: step(name, 600, 600),
});

const waiting = (name: string, light: number, dark: number) => ({
  DEFAULT: step(name, light, dark),
  bg: step(name, 100, 900),
});

const hues = Object.keys(palette).filter((name) => name !== 'gray');

/** Colours by meaning; tests/ui/contrast.test.ts requires 4.5:1 for text and 3:1 for the edges of controls. */
export const semanticColors = {
  ...Object.fromEntries(hues.map((name) => [name, roles(name)])),
  gray: neutral,
  bg: {
    DEFAULT: pair('white', '{colors.gray.950}'),
    subtle: pair('{colors.gray.50}', '#151c22'),
    muted: step('gray', 100, 800),
    emphasized: step('gray', 200, 700),
    inverted: step('gray', 900, 100),
    panel: pair('white', '{colors.gray.900}'),
    error: step('red', 50, 950),
    warning: step('orange', 50, 950),
    success: step('green', 50, 950),
    info: step('blue', 50, 950),
  },
  fg: {
    DEFAULT: step('gray', 900, 100),
    muted: step('gray', 600, 300),
    subtle: step('gray', 500, 400),
    inverted: pair('white', '{colors.gray.900}'),
    error: step('red', 700, 300),
    warning: step('orange', 700, 300),
    success: step('green', 700, 300),
    info: step('blue', 700, 300),
  },
  border: {
    DEFAULT: step('gray', 200, 700),
    muted: step('gray', 100, 800),
    subtle: step('gray', 50, 900),
    emphasized: step('gray', 300, 600),
    inverted: step('gray', 800, 200),
    control: pair('#788894', '#7d8d98'),
    error: step('red', 500, 400),
    warning: step('orange', 500, 400),
    success: step('green', 500, 400),
    info: step('blue', 500, 400),
  },
  danger: state('red'),
  warning: state('orange'),
  success: state('green'),
  info: state('blue'),
  speech: {
    doctor: step('teal', 100, 900),
    patient: step('gray', 100, 800),
    system: step('gray', 50, 900),
  },
  wait: {
    ok: { DEFAULT: step('gray', 600, 300), bg: step('gray', 100, 800) },
    soon: waiting('orange', 700, 300),
    late: waiting('red', 700, 300),
    over: { DEFAULT: pair('white', 'white'), bg: step('red', 600, 600) },
  },
  /** Distinguish the patients of open panes; red is reserved for danger. */
  patient: {
    1: step('teal', 600, 400),
    2: step('blue', 600, 400),
    3: step('orange', 600, 400),
    4: step('purple', 600, 400),
    5: step('green', 600, 400),
    6: pair('#ad3877', '#e38abb'),
    7: pair('#7d6608', '#d3b043'),
    8: pair('#1d6f92', '#62b8da'),
  },
};

/** Corner radii and shadows. */
export const semanticRadii = {
  l1: { value: '{radii.xs}' },
  l2: { value: '{radii.sm}' },
  l3: { value: '{radii.md}' },
};
const shadow = (size: string, light: number, dark: number) => ({
  value: {
    base: `0 ${size} rgba(26, 34, 41, ${light}), 0 0 1px rgba(26, 34, 41, 0.3)`,
    _dark: `0 ${size} rgba(0, 0, 0, ${dark}), 0 0 1px rgba(197, 208, 214, 0.35)`,
  },
});
export const semanticShadows = {
  xs: shadow('1px 2px', 0.08, 0.6),
  sm: shadow('2px 4px', 0.1, 0.6),
  md: shadow('4px 10px', 0.12, 0.65),
  lg: shadow('8px 20px', 0.16, 0.7),
  xl: shadow('16px 32px', 0.2, 0.7),
};
