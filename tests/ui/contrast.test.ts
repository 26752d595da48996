import { describe, expect, test } from 'vitest';
import { wholeSystem } from '../../src/ui/wholeSystem.ts';

const themes = ['base', '_dark'] as const;
type Theme = (typeof themes)[number];

function colour(name: string, theme: Theme): string {
  const token = wholeSystem.tokens.getByName(`colors.${name}`);
  if (!token) throw new Error(`no token ${name}`);
  const value: string = token.extensions.conditions?.[theme] ?? token.originalValue ?? token.value;
  const reference = /^\{colors\.(.+)\}$/.exec(value);
  if (reference?.[1]) return colour(reference[1], theme);
  return value.startsWith('#') ? value : colour(value, theme);
}

/** Relative luminance and contrast ratio of WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['bg', 'bg.subtle', 'bg.panel', 'bg.muted'];
const hues = ['gray', 'teal', 'red', 'orange', 'green', 'blue', 'purple'];
const states = ['danger', 'warning', 'success', 'info'];
const on = (texts: string[], where: string[]) =>
  texts.flatMap((text) => where.map((ground) => [text, ground] as const));

const text = [
  ...on(['fg', 'fg.muted', 'fg.subtle', 'fg.error', 'fg.warning', 'fg.success', 'fg.info', ...states], grounds),
  ...on(
    hues.map((hue) => `${hue}.fg`),
    grounds,
  ),
  ...hues.flatMap((hue) => on([`${hue}.fg`], [`${hue}.subtle`, `${hue}.muted`])),
  ...hues.flatMap((hue) => on([`${hue}.contrast`], [`${hue}.solid`, `${hue}.hover`])),
  ...states.flatMap((state) => on([state, 'fg'], [`${state}.bg`])),
  ...states.flatMap((state) => on(['white'], [`${state}.solid`])),
  ...on(['fg', 'fg.muted'], ['speech.doctor', 'speech.patient', 'speech.system', 'bg.emphasized']),
  ...on(['fg.error', 'fg.warning', 'fg.success', 'fg.info'], ['speech.doctor', 'speech.patient']),
  ...on(['wait.ok', 'wait.soon', 'wait.late'], grounds),
  ...['ok', 'soon', 'late', 'over'].flatMap((step) => on([`wait.${step}`], [`wait.${step}.bg`])),
  ...on(['fg.inverted'], ['bg.inverted']),
  ...on(['fg.error'], ['bg.error']),
];
const edges = [
  ...on(['border.control', 'border.error', 'border.warning', 'border.success', 'border.info'], grounds),
  ...on(
    hues.flatMap((hue) => [`${hue}.focusRing`, `${hue}.border`]),
    grounds,
  ),
  ...on(
    [1, 2, 3, 4, 5, 6, 7, 8].map((bar) => `patient.${bar}`),
    ['bg', 'bg.subtle', 'bg.panel'],
  ),
  ...on(
    states.map((state) => `${state}.border`),
    ['bg', 'bg.subtle', 'bg.panel'],
  ),
];

describe.each(themes)('theme %s', (theme) => {
  test.each(text)('text %s can be read on %s (4.5:1)', (name, ground) => {
    expect(contrast(colour(name, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(edges)('%s can be distinguished from %s (3:1)', (name, ground) => {
    expect(contrast(colour(name, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
  });
});
