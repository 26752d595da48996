import type { UnitOfWork } from '../db/unitOfWork.ts';
import { createCatalogue } from '../search/catalogue.ts';
import { spellings } from '../search/pinyin.ts';
import type { Entry } from '../search/textIndex.ts';
import { diagnosesChangedAfter } from './queries.ts';

type Searched = Awaited<ReturnType<typeof diagnosesChangedAfter>>[number];

/** A prefix of codes in the index, for searches that match only codes. */
export const codeMark = '=';

/** Digits of a name's length in the sort key. */
const lengthDigits = 3;

/**
 * The searchable fields of a diagnosis: its code, with and without the point, its names in both languages, its everyday names,
 * and the spellings of all Chinese ones. Matches of equal rank are sorted by the length of the name, because the shorter name
 * is the more general diagnosis: pneumonia comes before the pneumonias of each organism.
 */
const entryOf = ({ id, code, name, nameEn, pinyin, searchText, disabled }: Searched): Entry => {
  const words = searchText.split('\n');
  return {
    id,
    sortKeys: [`${String(name.length).padStart(lengthDigits, '0')}${code}`],
    places: ['all', disabled ? 'retired' : 'current'],
    fields: [
      code,
      code.replace('.', ''),
      codeMark + code,
      name,
      nameEn,
      pinyin,
      ...words,
      ...[name, ...words].flatMap(spellings),
    ],
  };
};

/** Finds diagnoses by the same words for doctors, who search the current ones, and administrators. */
export const createDiagnosisIndex = ({ uow, now }: { uow: UnitOfWork; now: () => number }) =>
  createCatalogue<Searched>({ uow, now, table: 'diagnosis', read: diagnosesChangedAfter, changeOf: entryOf });

export type DiagnosisIndex = ReturnType<typeof createDiagnosisIndex>;
