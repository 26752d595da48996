import { sections } from '../../clinical/lifecycle/record.ts';
import { searchForm } from '../../clinical/words/searchForm.ts';
import { isBlank } from '../../clinical/words/writtenReason.ts';
import type { SectionName } from '../../contract/limits.ts';
import { joined, type RecordOffer } from './recordTemplates.ts';

/** Headings of sections in the records of hospital information systems, which are free text. */
const headings: Readonly<Record<SectionName, readonly string[]>> = {
  chiefComplaint: ['主诉', 'chief complaint', 'complaint'],
  presentIllness: ['现病史', 'present illness', 'history of present illness'],
  pastHistory: ['既往史', 'past history', 'past medical history'],
  allergyHistory: ['过敏史', 'allergies', 'allergy history'],
  personalHistory: ['个人史', 'personal history'],
  familyHistory: ['家族史', 'family history'],
  physicalExam: ['体格检查', '查体', 'physical examination', 'examination'],
  auxiliaryExam: ['辅助检查', 'auxiliary examination', 'tests'],
  treatmentAdvice: ['处理意见', '治疗意见', '诊疗意见', 'treatment advice', 'treatment and advice', 'advice'],
};

type VisitSection = { readonly title: string; readonly text: string };

/** The offer of a visit in the hospital's information system; sections with other headings are returned by their titles. */
export function offerFromVisit(visit: readonly VisitSection[]): RecordOffer & { readonly others: readonly string[] } {
  const nameOf = (title: string) => sections.find((name) => headings[name].includes(searchForm(title)));
  const texts: Partial<Record<SectionName, string>> = {};
  for (const { title, text } of visit) {
    const name = nameOf(title);
    if (name && !isBlank(text)) texts[name] = joined(texts[name] ?? '', text);
  }
  return { texts, diagnosisList: [], others: visit.filter(({ title }) => !nameOf(title)).map(({ title }) => title) };
}
