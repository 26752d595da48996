import type { CaseFields } from '../../../contract/http/record.ts';

/** The sections of a record that are text, in the order of the paper form. */
export const sections = [
  'chiefComplaint',
  'presentIllness',
  'pastHistory',
  'allergyHistory',
  'personalHistory',
  'familyHistory',
  'physicalExam',
  'auxiliaryExam',
  'treatmentAdvice',
] as const satisfies readonly (keyof CaseFields)[];

export type SectionName = (typeof sections)[number];

/** The longest text that the platform takes for a section (contract/http/record.ts). */
export const sectionLength = (name: SectionName): number => (name === 'chiefComplaint' ? 500 : 5000);
