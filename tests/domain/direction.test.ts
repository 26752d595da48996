import { expect, test } from 'vitest';
import { isolated, withVisibleControls, withVisibleControlsIn } from '../../src/domain/direction.ts';

const override = String.fromCodePoint(0x202e);

test('an override is shown as what it is and turns no letters', () => {
  expect(withVisibleControls(`allergic to ${override}nillicinep`)).toBe('allergic to [RLO]nillicinep');
});

test('every control that turns, embeds or isolates text is shown by its name', () => {
  const codes = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];
  expect(withVisibleControls(String.fromCodePoint(...codes))).toBe('[LRE][RLE][PDF][LRO][RLO][LRI][RLI][FSI][PDI]');
});

test('the marks that Arabic and Hebrew need between words stay, because they turn no letters', () => {
  const text = `שלום${String.fromCodePoint(0x200f)}!${String.fromCodePoint(0x200e)}`;
  expect(withVisibleControls(text)).toBe(text);
});

test('texts in every depth of an answer are covered, and what is no text stays', () => {
  const file = new Blob();
  const answer = { list: [{ reason: `${override}x`, count: 2, gone: null }], file };
  expect(withVisibleControlsIn(answer)).toEqual({ list: [{ reason: '[RLO]x', count: 2, gone: null }], file });
});

test('a control that the content of a message spells out is shown as well', () => {
  const content = String.raw`{"text":"\u202Enillicinep"}`;
  expect(withVisibleControls(content)).toBe('{"text":"[RLO]nillicinep"}');
});

test('a right-to-left name is isolated from the text around it, and others are as they were', () => {
  expect(isolated('مريم')).toBe(`${String.fromCodePoint(0x2068)}مريم${String.fromCodePoint(0x2069)}`);
  expect(['李静', 'Chen Jing', '12'].map(isolated)).toEqual(['李静', 'Chen Jing', '12']);
});
