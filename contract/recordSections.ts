import { type SectionName, sectionLengths } from './limits.ts';

/** Makes something for each section of a medical record from the most characters of its text. */
export const ofSections = <T>(make: (length: number) => T): Record<SectionName, T> =>
  // The keys are those of the table.
  Object.fromEntries(Object.entries(sectionLengths).map(([name, length]) => [name, make(length)])) as Record<
    SectionName,
    T
  >;
