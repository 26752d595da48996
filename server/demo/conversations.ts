import type { LocalText } from '../../clinical/words/localText.ts';
import type { SeedPatient } from './patients.ts';
import type { Scenario } from './tableSchemas.ts';

export type SeedMessage = { from: 'patient' | 'doctor'; text: string; time: number };

/** The record of one consultation; signed once the consultation is over. */
export type SeedRecord = {
  chiefComplaint: string;
  presentIllness: string;
  pastHistory: string;
  allergyHistory: string;
  familyHistory: string;
  personalHistory: string;
  physicalExam: string;
  auxiliaryExam: string;
  diagnosis: string;
  treatmentAdvice: string;
  signTime: number | null;
  updateTime: number;
};

type Say = (text: LocalText) => string;

/** Phrases that all scenarios share. */
export const wording = {
  greeting: {
    en: 'Hello, I am your doctor. I have read what you wrote. May I ask a few questions?',
    zh: '您好，我是您的接诊医生，已看过您的描述，想再问几个问题。',
  },
  more: { en: 'How are you today, any fever or anything new?', zh: '今天感觉怎么样？有没有发热或新的不适？' },
  else: { en: 'Thank you. Is there anything else I should know?', zh: '好的，还有什么需要告诉我的吗？' },
  close: { en: 'I have written it all down for you. Get well soon!', zh: '已为您记录并给出建议，祝您早日康复！' },
  exam: {
    en: 'Not examined in person. As told by the patient: no acute distress.',
    zh: '未行面诊体检。患者自述：一般情况可。',
  },
  none: { en: 'None available.', zh: '暂无。' },
  refused: { en: 'This needs an examination in person.', zh: '需当面检查，建议线下就诊。' },
  cancelled: { en: 'I have seen a doctor nearby.', zh: '已在附近医院就诊。' },
  rejected: { en: 'Please state the course and check the dose.', zh: '请补充疗程并核对用量。' },
  prescriptionCancelled: { en: 'The patient has enough at home.', zh: '患者家中尚有余药。' },
} satisfies Record<string, LocalText>;

/** The messages of doctor and patient after the acceptance. */
export function conversationOf(
  { complaint, replies, advice }: Scenario,
  isFinished: boolean,
  from: number,
  translate: Say,
): SeedMessage[] {
  const [first = complaint, second = complaint] = replies;
  const said: [SeedMessage['from'], LocalText][] = [
    ['patient', complaint],
    ['doctor', wording.greeting],
    ['doctor', wording.more],
    ['patient', first],
    ['doctor', wording.else],
    ['patient', second],
  ];
  if (isFinished) said.push(['doctor', advice], ['doctor', wording.close]);
  return said.map(([who, text], index) => ({ from: who, text: translate(text), time: from + (index + 1) * 50_000 }));
}

/** The present illness: the symptoms, and the patient's answers to the doctor's questions. */
function illness({ symptoms, replies }: Scenario, { language }: SeedPatient, translate: Say): string {
  const [first, ...rest] = replies.slice(0, 2).map(translate);
  return language === 'en'
    ? [`${translate(symptoms)}.`, first, ...rest].join(' ')
    : `${translate(symptoms)}。${first}${rest.join('')}`;
}

/** The doctor's record of a complaint. */
export const recordOf = (
  scenario: Scenario,
  patient: SeedPatient,
  translate: (text: LocalText) => string,
  signTime: number | null,
  updateTime: number,
): SeedRecord => ({
  chiefComplaint: translate(scenario.complaint),
  presentIllness: illness(scenario, patient, translate),
  pastHistory: patient.past,
  allergyHistory: patient.allergy ?? '',
  familyHistory: patient.family,
  personalHistory: patient.personal,
  physicalExam: translate(wording.exam),
  auxiliaryExam: translate(wording.none),
  diagnosis: scenario.diagnosis,
  treatmentAdvice: translate(scenario.advice),
  signTime,
  updateTime,
});
