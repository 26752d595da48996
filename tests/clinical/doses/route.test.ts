import { expect, test } from 'vitest';
import { frequencyOf } from '../../../clinical/doses/frequency.ts';
import { dosageForms, isInjected, isRoute, routesOf } from '../../../clinical/doses/route.ts';
import { isSameUnit, unitOf } from '../../../clinical/doses/unit.ts';

test('every dosage form has at least one route', () => {
  for (const form of dosageForms) expect(routesOf(form)?.length).toBeGreaterThan(0);
});

test('an unknown form has no routes, which differs from "any"', () => {
  expect(routesOf('toString')).toBeNull();
  expect(routesOf('potion')).toBeNull();
});

test('tablets are taken by mouth, sublingual tablets are not', () => {
  expect(routesOf('tablet')).toEqual(['po']);
  expect(routesOf('tablet-sublingual')).toEqual(['sl']);
});

test('only injections and pens are injected', () => {
  expect(dosageForms.filter(isInjected)).toEqual(['pen-injection', 'injection']);
});

test('a route is found by its code', () => {
  expect(isRoute('po')).toBe(true);
  expect(isRoute('telepathy')).toBe(false);
});

test('a frequency is recognised in any case and spacing', () => {
  expect(frequencyOf(' TID ')).toEqual({ kind: 'regular', timesPerDay: { n: 3n, d: 1n } });
  expect(frequencyOf('constructor')).toBeNull();
});

test('units are equal in all usual spellings; unknown units only if spelled the same', () => {
  expect(isSameUnit('μg', 'mcg')).toBe(true);
  expect(isSameUnit('毫克', 'MG')).toBe(true);
  expect(isSameUnit('spoon', 'spoon')).toBe(true);
  expect(isSameUnit('spoon', 'cup')).toBe(false);
  expect(unitOf('spoon')).toBeNull();
});
