import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readGenerics } from '../../../server/clinicalTables/medicineFacts.ts';
import { aware, otherStep } from './awareList.ts';

/** Levels read in public directories on 2026-11-27: 1 unrestricted. */
const directories: Readonly<Record<string, { level: number; codes: readonly string[] }>> = {
  'Xinjiang corps, 2012-08-02': {
    level: 1,
    codes: [
      ...['amoxicillin', 'amoxicillin-clavulanate', 'ampicillin', 'cefaclor', 'cephalexin', 'cefadroxil'],
      'cefuroxime-axetil',
    ],
  },
  'undated table of a hospital, doczj.com 4d6269472': {
    level: 1,
    codes: ['azithromycin', 'clindamycin', 'cloxacillin', 'erythromycin', 'fosfomycin-trometamol'],
  },
};

const generics = readGenerics();
const page = readFileSync(new URL('../../../docs/clinical-sources.md', import.meta.url), 'utf8').replaceAll('\n', ' ');
const compared = Object.entries(directories).flatMap(([directory, { level, codes }]) =>
  codes.map((code) => ({ directory, code, level })),
);

test('an antibacterial has the level of the public directory that was read', () => {
  expect(compared.filter(({ code, level }) => generics.get(code)?.antibioticLevel !== level)).toEqual([]);
});

test('the page of sources says how many levels were compared', () => {
  const graded = [...generics.values()].filter(({ antibioticLevel }) => antibioticLevel > 0).length;
  expect(page).toContain(`${compared.length} of the ${graded} medicines with a level were compared`);
  expect(page).toContain(`All ${compared.length} agree`);
});

const steps = Object.values(aware).flatMap((codes, at) => codes.split(' ').map((code) => ({ code, step: at + 1 })));
const levelOf = (code: string) => generics.get(code)?.antibioticLevel ?? 0;
const differing = (is: (level: number, step: number) => boolean) =>
  steps.filter(({ code, step }) => is(levelOf(code), step)).map(({ code }) => code);

test('every antibacterial by mouth or injection stands in its group of the WHO list', () => {
  const isListed = (code: string) => steps.some((one) => one.code === code);
  const systemic = [...generics.values()].filter(
    ({ atc, antibioticLevel }) => antibioticLevel > 0 && /^(J01|P01AB|A07AA11)/.test(atc),
  );
  expect(systemic.map(({ code }) => code).filter((code) => !isListed(code))).toEqual([]);
  expect(steps.filter(({ code }) => levelOf(code) === 0)).toEqual([]);
});

test('a level that is another step than its group of the WHO list is known by name and counted on the page', () => {
  const [lower, higher] = [otherStep.lower.split(' '), otherStep.higher.split(' ')];
  expect(differing((level, step) => level < step).sort()).toEqual([...lower].sort());
  expect(differing((level, step) => level > step).sort()).toEqual([...higher].sort());
  expect(page).toContain(
    `Of ${steps.length} antibacterials ${steps.length - lower.length - higher.length} stand on the same step`,
  );
});
