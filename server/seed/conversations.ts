import type { LocalText } from '../../clinical/checks/tables.ts';
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

/** What is said and written again and again. */
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
  voided: { en: 'The patient has enough at home.', zh: '患者家中尚有余药。' },
} satisfies Record<string, LocalText>;

/** What doctor and patient said to each other, from the moment the doctor accepted. */
export function conversationOf(
  { complaint, replies, advice }: Scenario,
  isFinished: boolean,
  from: number,
  say: Say,
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
  return said.map(([who, text], index) => ({ from: who, text: say(text), time: from + (index + 1) * 50_000 }));
}

/** The complaint told at length: what is felt, and what came out when the doctor asked. */
function illness({ symptoms, replies }: Scenario, { language }: SeedPatient, say: Say): string {
  const [first, ...rest] = replies.slice(0, 2).map(say);
  return language === 'en'
    ? [`${say(symptoms)}.`, first, ...rest].join(' ')
    : `${say(symptoms)}。${first}${rest.join('')}`;
}

/** What the doctor wrote about a complaint. */
export const recordOf = (
  scenario: Scenario,
  patient: SeedPatient,
  say: (text: LocalText) => string,
  signTime: number | null,
  updateTime: number,
): SeedRecord => ({
  chiefComplaint: say(scenario.complaint),
  presentIllness: illness(scenario, patient, say),
  pastHistory: patient.past,
  allergyHistory: patient.allergy ?? '',
  familyHistory: patient.family,
  personalHistory: patient.personal,
  physicalExam: say(wording.exam),
  auxiliaryExam: say(wording.none),
  diagnosis: scenario.diagnosis,
  treatmentAdvice: say(scenario.advice),
  signTime,
  updateTime,
});
