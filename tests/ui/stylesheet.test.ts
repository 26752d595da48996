import { expect, test } from 'vitest';
import { stylesheet } from '../../scripts/recipes.ts';

const sheet = stylesheet();

test('the stylesheet declares the layers before it uses them, with tokens, base styles and plain elements', () => {
  expect(sheet.slice(0, sheet.indexOf(';'))).toMatch(/^@layer reset, base, tokens, recipes/);
  for (const part of ['@layer tokens {', '@layer base {', '--chakra-colors-', '.ui-button {', '.ui-input {'])
    expect(sheet).toContain(part);
});

test('every value of the stylesheet is written as plain text', () => {
  expect(sheet.match(/undefined|\[object|NaN/g)).toBeNull();
});
