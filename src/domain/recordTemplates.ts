import { sections } from '../../clinical/lifecycle/record.ts';
import { isBlank } from '../../clinical/words/writtenReason.ts';
import type { RecordTemplate } from '../../contract/extension/templates.ts';
import type { CaseFields } from '../../contract/http/record.ts';
import { type SectionName, sectionLengths } from '../../contract/limits.ts';
import type { Diagnosis } from '../../contract/shared.ts';
import { isOneLine, oneLine, sameDiagnoses, withDiagnosis } from './record.ts';
import { filledText, type TemplateValues, withoutPatient } from './templateTexts.ts';

/** What a template or an earlier record offers for the sections of a record. */
export type RecordOffer = {
  readonly texts: Readonly<Partial<Record<SectionName, string>>>;
  readonly diagnosisList: readonly Diagnosis[];
};

export type RecordPart = SectionName | 'diagnosisList';

/** What happens to the parts of the record that have a text already. */
export type PartChoice = 'append' | 'replace';

/** A part of the record for which the offer has something that the record does not say already. */
export type PartChange = { readonly name: RecordPart; readonly isEmpty: boolean };

/** The offer of a template for one patient. */
export const offerOf = ({ sections: texts, diagnosisList }: RecordTemplate, values: TemplateValues): RecordOffer => ({
  diagnosisList,
  texts: Object.fromEntries(
    sections.flatMap((name) => (!isBlank(texts[name]) ? [[name, filledText(texts[name] ?? '', values)]] : [])),
  ),
});

/** The offer of an earlier record. */
export const offerFrom = (fields: CaseFields): RecordOffer => ({
  diagnosisList: fields.diagnosisList,
  texts: Object.fromEntries(sections.flatMap((name) => (!isBlank(fields[name]) ? [[name, fields[name]]] : []))),
});

/** Two texts of a section, one below the other. */
export const joined = (before: string, added: string) => (isBlank(before) ? added : `${before.trimEnd()}\n${added}`);

/** The parts that the offer would change, in the order of the form. A text that the record contains already is none. */
export function changedParts(fields: CaseFields, offer: RecordOffer): readonly PartChange[] {
  const texts = sections.flatMap((name): PartChange[] => {
    const [before, whole] = [fields[name] ?? '', offer.texts[name] ?? ''];
    const offered = isOneLine(name) ? oneLine(whole) : whole;
    if (isBlank(offered) || before.includes(offered.trim())) return [];
    return [{ name, isEmpty: isBlank(before) }];
  });
  const isNew = offer.diagnosisList.some(({ id }) => fields.diagnosisList.every((one) => one.id !== id));
  return isNew ? [...texts, { name: 'diagnosisList', isEmpty: fields.diagnosisList.length === 0 }] : texts;
}

/** The text of a section after the choice. */
export function textAfter(name: SectionName, before: string, offered: string, choice: PartChoice): string {
  const after = choice === 'replace' ? offered : joined(before, offered);
  return isOneLine(name) ? oneLine(after) : after;
}

export const diagnosesAfter = (before: readonly Diagnosis[], offered: readonly Diagnosis[], choice: PartChoice) =>
  choice === 'replace' ? offered : offered.reduce(withDiagnosis, before);

/** The changes of the record by the doctor's choice, which is one for all parts; an empty part takes the offered text. */
export function recordPatch(fields: CaseFields, offer: RecordOffer, choice: PartChoice): Partial<CaseFields> {
  const patch: Partial<CaseFields> = {};
  for (const change of changedParts(fields, offer)) {
    if (change.name === 'diagnosisList')
      patch.diagnosisList = [...diagnosesAfter(fields.diagnosisList, offer.diagnosisList, choice)];
    else patch[change.name] = textAfter(change.name, fields[change.name] ?? '', offer.texts[change.name] ?? '', choice);
  }
  return patch;
}

/** Sections that would become longer than the platform stores. */
export const tooLong = (patch: Partial<CaseFields>): readonly SectionName[] =>
  sections.filter((name) => (patch[name]?.length ?? 0) > sectionLengths[name]);

/** The patch that takes an applied one back. Parts that were edited since stay as they are. */
export function undoPatch(now: CaseFields, before: CaseFields, applied: Partial<CaseFields>): Partial<CaseFields> {
  const undone: Partial<CaseFields> = {};
  for (const name of sections)
    if (applied[name] !== undefined && now[name] === applied[name]) undone[name] = before[name] ?? '';
  if (applied.diagnosisList && sameDiagnoses(now.diagnosisList, applied.diagnosisList))
    undone.diagnosisList = before.diagnosisList;
  return undone;
}

/** The chosen sections of a record as a template, without the patient's name. */
export const templateFrom = (
  fields: CaseFields,
  chosen: readonly RecordPart[],
  patientName: string,
): RecordTemplate => ({
  kind: 'record',
  sections: Object.fromEntries(
    sections
      .filter((name) => chosen.includes(name) && !isBlank(fields[name]))
      .map((name) => [name, withoutPatient(fields[name] ?? '', patientName)]),
  ),
  diagnosisList: chosen.includes('diagnosisList') ? fields.diagnosisList : [],
});
