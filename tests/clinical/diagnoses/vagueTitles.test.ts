import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shareCategory } from '../../../clinical/diagnoses/icd10.ts';
import { meaningOf } from '../../../clinical/diagnoses/vagueDiagnoses.ts';
import { readTable } from '../../../server/clinicalTables/tables.ts';

/** What an ICD-10 title names, and the chapter or block of ICD-10 that has its diseases. */
const named: readonly (readonly [word: RegExp, groups: readonly string[]])[] = [
  [/thyroid/i, ['E00-E07']],
  [/glucose|diabetes|glycosuria/i, ['E10-E14']],
  [/liver/i, ['K70-K77']],
  [/kidney|renal|dialysis/i, ['N17-N19']],
  [/urin/i, ['N30-N39']],
  [/genital|gynaecolog/i, ['N40-N51', 'N70-N99']],
  [/lung/i, ['J00-J99', 'C34']],
  [/cardi|heart|coronary|circulat/i, ['I00-I99']],
  [/nervous system/i, ['G00-G99']],
  [/breast/i, ['C50', 'N60-N64']],
  [/digestive|intestin|colostomy|ileostomy/i, ['K00-K93', 'C15-C26']],
  [/cancer|tumour/i, ['C00-C97']],
  [/infect|communicable|HIV|hepatitis|tubercul|syphilis/i, ['A00-B99']],
  [/pregnan|postpartum/i, ['O00-O99']],
  [/allerg/i, ['T78']],
  [/glasses|ocular lens/i, ['H00-H59']],
  [/hearing/i, ['H60-H95']],
  [/orthodontic/i, ['K00-K14']],
  [/fracture/i, ['S00-T98']],
  [/tobacco|alcohol/i, ['F10-F19']],
];

test('a symptom or factor whose ICD-10 title names an organ or a disease stands for the chapter of that', () => {
  const page = readFileSync(new URL('../../../docs/clinical-sources.md', import.meta.url), 'utf8').replaceAll(
    '\n',
    ' ',
  );
  const standing = readTable('diagnoses').rows.filter(({ code }) => meaningOf(code).length > 0);
  const compared = standing.flatMap(({ code, name }) => {
    const groups = named.filter(([word]) => word.test(name.en)).map(([, of]) => of);
    return groups.length > 0 ? [{ code, groups }] : [];
  });
  const other = compared.filter(({ code, groups }) => !groups.every((of) => shareCategory(meaningOf(code), of)));
  expect(other.map(({ code }) => code)).toEqual([]);
  const said = `${compared.length} of ${standing.length} titles name an organ or a disease, and all agree`;
  expect(page.includes(said), said).toBe(true);
});
