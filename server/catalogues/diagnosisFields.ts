import type { DiagnosisFields } from '../../contract/extension/diagnoses.ts';
import type { diagnosis } from '../db/schema/drugs.ts';
import { initialsOf } from './medicineFields.ts';
import { type Problem, problem } from './problems.ts';

type Row = Pick<typeof diagnosis.$inferSelect, 'code' | 'name' | 'nameEn' | 'searchText'>;

/** A stored diagnosis as its fields. */
export const fieldsOfDiagnosis = ({ code, name, nameEn, searchText }: Row): DiagnosisFields => ({
  code,
  name,
  nameEn,
  words: searchText.split('\n').filter((word) => word !== ''),
});

/** The columns that store a diagnosis; the initials follow the name. */
export const columnsOfDiagnosis = ({ code, name, nameEn, words }: DiagnosisFields) => ({
  code,
  name,
  nameEn,
  pinyin: initialsOf(name),
  searchText: words.join('\n'),
});

export const normalisedDiagnosis = ({ code, name, nameEn, words }: DiagnosisFields): DiagnosisFields => ({
  code: code.trim().toUpperCase(),
  name: name.trim(),
  nameEn: nameEn.trim(),
  words: [...new Set(words.map((word) => word.trim()))].filter((word) => word !== ''),
});

/** National lists divide the codes of ICD-10 further, as in J20.900 and K64.9X001. */
export const diagnosisProblems = ({ code }: DiagnosisFields): Problem[] =>
  /^[A-Z]\d{2}(\.[0-9A-Z]{1,8})?$/.test(code)
    ? []
    : [problem('code', '不是 ICD-10 编码，例如 J20.9', 'This is no code of ICD-10, such as J20.9')];
