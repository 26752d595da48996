import { expect, test } from 'vitest';
import { type Language, screenshot } from '../support/browser.ts';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';
import { reviewer } from '../support/reviewer.ts';

const { patient, person } = journey();

type Words = {
  complaint: string;
  greeting: string;
  answer: string;
  illness: string;
  advice: string;
  diagnosis: string;
  medicine: string;
  reason: string;
};
const cases: readonly [Language, Words][] = [
  [
    'en',
    {
      complaint: 'Cough with phlegm for five days',
      greeting: 'Good evening, how high was the fever?',
      answer: 'It was 38.1 this morning',
      illness: 'Productive cough for five days, fever up to 38.1',
      advice: 'Rest and fluids, come back if the fever lasts',
      diagnosis: 'bronchitis',
      medicine: 'ambroxol',
      reason: 'Asked in the chat: no drug allergies',
    },
  ],
  [
    'zh-CN',
    {
      complaint: '咳嗽咳痰五天',
      greeting: '您好，最高体温多少？',
      answer: '今天早上 38.1 度',
      illness: '咳嗽咳痰五天，最高体温 38.1℃',
      advice: '注意休息，多饮水，发热不退及时复诊',
      diagnosis: '支气管炎',
      medicine: '氨溴索',
      reason: '已在对话中询问，否认药物过敏',
    },
  ],
];

test.each(cases)('a waiting patient gets an approved prescription (%s)', async (language, words) => {
  const phone = await patient(language);
  const order = await phone.opensOrder(words.complaint);
  const [doctorSeat, reviewerSeat] = await Promise.all([person({ language }), person({ language })]);
  const doc = doctor(doctorSeat);
  const rev = reviewer(reviewerSeat);
  await Promise.all([doc.signsIn(), rev.signsIn()]);
  await doc.opens('Cloud room');

  await doc.accepts(phone.name);
  await doc.writes(phone.name, words.greeting);
  await phone.hears(words.greeting);
  await phone.says(order.conversationId, words.answer);
  await doc.reads(phone.name, words.answer);
  await doc.sees(phone.name, words.greeting, 'Sent');

  await doc.turnsTo(phone.name, 'Record');
  await doc.notes(phone.name, 'Chief complaint', words.complaint);
  await doc.notes(phone.name, 'Present illness', words.illness);
  await doc.chooses(phone.name, 'Diagnosis', words.diagnosis, new RegExp(words.diagnosis, 'i'));
  await doc.notes(phone.name, 'Treatment advice', words.advice);
  await doc.saved(phone.name);

  await doc.turnsTo(phone.name, 'Prescription');
  await doc.chooses(phone.name, 'Medicine', words.medicine, new RegExp(words.medicine, 'i'));
  await doc.answersChecks(phone.name, words.reason);
  const number = await doc.submitsPrescription(phone.name);

  await rev.opensReview(number);
  await rev.checksAll();
  await rev.approves();
  await doc.seesPrescription(phone.name, 'Approved and in force');

  await screenshot(doctorSeat.page, language === 'en' ? 'docs/cloud-room.png' : 'docs/cloud-room-zh.png');
  await screenshot(reviewerSeat.page, language === 'en' ? 'docs/review-queue.png' : 'docs/review-queue-zh.png');
  expect([...doctorSeat.problems, ...reviewerSeat.problems]).toEqual([]);
  await Promise.all([doctorSeat.context.close(), reviewerSeat.context.close()]);
});
