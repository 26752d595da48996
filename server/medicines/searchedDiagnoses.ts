import { diagnosis } from '../db/schema/drugs.ts';
import { spellings } from '../search/pinyin.ts';
import type { Entry } from '../search/textIndex.ts';

/** The columns by which diagnoses are found. */
export const searchedDiagnosis = {
  id: diagnosis.id,
  revision: diagnosis.revision,
  disabled: diagnosis.disabled,
  code: diagnosis.code,
  pinyin: diagnosis.pinyin,
  name: diagnosis.name,
  nameEn: diagnosis.nameEn,
  searchText: diagnosis.searchText,
};
export type Searched = Pick<typeof diagnosis.$inferSelect, keyof typeof searchedDiagnosis>;

/** A prefix of codes in the index, for searches that match only codes. */
export const codeMark = '=';

/** Digits of a name's length in the sort key. */
const lengthDigits = 3;

/**
 * The searchable fields of a diagnosis: its code, with and without the point, its names in both languages, its everyday names,
 * and the spellings of all Chinese ones. Matches of equal rank are sorted by the length of the name, because the shorter name
 * is the more general diagnosis: pneumonia comes before the pneumonias of each organism.
 */
export const diagnosisChangeOf = ({ id, code, name, nameEn, pinyin, searchText }: Searched): Entry => {
  const words = searchText.split('\n');
  return {
    id,
    sortKeys: [`${String(name.length).padStart(lengthDigits, '0')}${code}`],
    places: [],
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
