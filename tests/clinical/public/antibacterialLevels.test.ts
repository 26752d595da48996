import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readGenerics } from '../../../server/seed/drugFacts.ts';

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
const compared = Object.entries(directories).flatMap(([directory, { level, codes }]) =>
  codes.map((code) => ({ directory, code, level })),
);

test('an antibacterial has the level of the public directory that was read', () => {
  expect(compared.filter(({ code, level }) => generics.get(code)?.antibioticLevel !== level)).toEqual([]);
});

test('the page of sources says how many levels were compared', () => {
  const page = readFileSync(new URL('../../../docs/clinical-sources.md', import.meta.url), 'utf8').replaceAll(
    '\n',
    ' ',
  );
  const graded = [...generics.values()].filter(({ antibioticLevel }) => antibioticLevel > 0).length;
  expect(page).toContain(`${compared.length} of the ${graded} medicines with a level were compared`);
  expect(page).toContain(`All ${compared.length} agree`);
});
