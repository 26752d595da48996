import { type SectionName, sectionLengths } from '../../contract/limits.ts';
import { blankIn } from '../words/blanks.ts';
import { isBlank } from '../words/writtenReason.ts';

/** A signed record is locked. */
export const RecordStatus = { draft: 0, signed: 1 } as const;

/** Text sections of a record, in the order of the paper form. */
export const sections = Object.keys(sectionLengths) as readonly SectionName[];

/** The sections that are shown before the diagnosis; the advice follows it. */
export const sectionsBeforeDiagnosis = sections.filter((name) => name !== 'treatmentAdvice');

const required = ['chiefComplaint', 'presentIllness', 'treatmentAdvice'] as const;

type Written = { readonly [name in SectionName]?: string | null | undefined } & {
  readonly diagnosisList: readonly unknown[];
};

/** The required parts that a record lacks for signing: complaint, illness, advice or a diagnosis. */
export const lackingForSigning = (record: Written): readonly ((typeof required)[number] | 'diagnosisList')[] => [
  ...required.filter((name) => isBlank(record[name] ?? '')),
  ...(record.diagnosisList.length === 0 ? (['diagnosisList'] as const) : []),
];

/** Sections with a blank that is not filled in. A record with one cannot be signed. */
export const blanksForSigning = (record: Written) =>
  sections.flatMap((name) => {
    const blank = blankIn(record[name] ?? '');
    return blank ? [{ name, ...blank }] : [];
  });
