import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { MessageType } from '../../contract/im.ts';
import { kindOf } from '../../server/files/mediaKind.ts';
import { chanceFrom } from '../../simulator/chance.ts';
import { chartAfter, emptyChart, unanswered } from '../../simulator/chart.ts';
import { takePicture } from '../../simulator/picture.ts';
import { answer, question, topicsOf } from '../../simulator/replies.ts';
import { languageOf, scriptFor, scripts, scriptsFor } from '../../simulator/scripts/choose.ts';
import { topics } from '../../simulator/scripts/common.ts';
import { recordMurmur } from '../../simulator/voice.ts';

const [script] = scripts;
const asked = (heard: string[], more: object = {}) => ({
  script,
  language: 'en' as const,
  heard,
  spoken: [],
  chance: chanceFrom(7),
  ...more,
});

test.each([
  ['How long have you had this?', ['duration']],
  ['您好，我是陈医生。发烧吗？体温多少？', ['temperature', 'greeting']],
  ['Any allergies? Have you taken any medicine?', ['allergy', 'medication']],
  ['请发一张照片给我看看', ['picture']],
  ['已为您开具处方，注意休息，祝您早日康复', ['goodbye', 'prescription', 'advice']],
  ['How much do you weigh?', ['weight']],
  ['您体重多少？肝肾功能怎么样？', ['weight', 'organs']],
  ['Hmm', []],
])('%j is about %j', (words, expected) => {
  expect(new Set(topicsOf([words]))).toEqual(new Set(expected));
});

test('a patient answers what was really asked, at most two things at once, and not with greetings', () => {
  const { texts } = answer(asked(['Hello! How long has it been? Any fever? Any allergies?']));
  expect(texts.length).toBeGreaterThanOrEqual(2);
  expect(texts.length).toBeLessThanOrEqual(3);
  expect(texts[0]).not.toMatch(/hello/i);
});

test('a patient who is asked says what the form before the consultation states', () => {
  const stated = { allergies: 'Penicillin, rash as a child', medicines: ['Metformin'], weightKg: 21 };
  const { texts } = answer(asked(['Any allergies? Which medicines do you take?'], { stated }));
  expect(texts.slice(0, 2)).toEqual(['Penicillin, rash as a child.', 'I take Metformin.']);
  expect(answer(asked(['How much does she weigh?'], { stated })).texts[0]).toBe('21 kg.');
});

test('a patient who is asked about allergies again says the same', () => {
  for (let seed = 0; seed < 8; seed += 1) {
    const said = (spoken: string[]) => answer(asked(['Any allergies?'], { spoken, chance: chanceFrom(seed) })).texts[0];
    const first = said([]) ?? '';
    expect(said([first])).toBe(first);
  }
});

test('a picture is sent when one is asked for', () => {
  expect(answer(asked(['Could you send me a photo?']))).toMatchObject({ picture: true });
  expect(answer(asked(['Any fever?']))).toMatchObject({ picture: false });
});

test('nobody repeats themselves while there is something else to say', () => {
  const spoken: string[] = [];
  const lines = new Set<string>();
  for (let n = 0; n < 2; n += 1) {
    const [line = ''] = answer(asked(['anything else?'], { spoken: [...spoken], chance: chanceFrom(n) })).texts;
    spoken.push(line);
    lines.add(line);
  }
  expect(lines.size).toBe(2);
});

test('the questions of a patient run out', () => {
  const spoken: string[] = [];
  for (let next = question({ ...asked([]), spoken }); next.length > 0; next = question({ ...asked([]), spoken }))
    spoken.push(...next);
  expect(new Set(spoken).size).toBe(spoken.length);
  expect(spoken.length).toBeGreaterThanOrEqual(3);
});

test('every script has its own complaint, is found by it in both languages, and speaks both', () => {
  for (const one of scripts) {
    expect(scriptFor(one.complaint.en).code).toBe(one.code);
    expect(scriptFor(one.complaint['zh-CN']).code).toBe(one.code);
    const lines = [one.complaint, ...one.opening, ...one.questions, ...Object.values(one.answers).flat()];
    for (const line of lines) expect([languageOf(line.en), languageOf(line['zh-CN'])]).toEqual(['en', 'zh-CN']);
  }
  expect(scriptFor('something else entirely').code).toBe('general');
  expect(topics.length).toBeGreaterThan(10);
});

test('the same seed gives the same choices, and each patient has chance of their own', () => {
  const run = (seed: number) => {
    const chance = chanceFrom(seed);
    return [chance.next(), chance.pick(['a', 'b', 'c']), chance.shuffled([1, 2, 3, 4]).join(), chance.apart(3).next()];
  };
  expect(run(7)).toEqual(run(7));
  expect(run(7)).not.toEqual(run(8));
  const chance = chanceFrom(1);
  expect(new Set([0, 1, 2, 3].map((n) => chance.apart(n).next())).size).toBe(4);
});

test('a picture is a real one, of the size it says', () => {
  const { bytes, width, height } = takePicture(chanceFrom(1));
  const png = PNG.sync.read(bytes);
  expect([png.width, png.height]).toEqual([width, height]);
  expect(takePicture(chanceFrom(1)).bytes.equals(bytes)).toBe(true);
  expect(takePicture(chanceFrom(2)).bytes.equals(bytes)).toBe(false);
});

const message = (seq: number, senderType: number, type: number, content: object) => ({
  kind: 'message',
  conversationId: '1',
  seq,
  message: {
    id: String(seq),
    seq,
    clientMessageId: null,
    conversationId: '1',
    orderId: '1',
    senderId: '1',
    senderType,
    type,
    content: JSON.stringify(content),
    status: 0,
    sendTime: 0,
  },
});

test('the chart follows the events: status by version, what is unanswered, what was said', () => {
  const events = [
    message(1, 1, 9001, { name: 'Ann', chiefComplaint: 'Cough' }),
    { kind: 'order', conversationId: '1', seq: 2, orderId: '1', status: 20, version: 2, time: 0 },
    message(3, 2, 101, { content: 'Since when?' }),
    message(4, 1, 101, { content: 'Monday' }),
    message(5, 2, 101, { content: 'Any fever?' }),
    { kind: 'order', conversationId: '1', seq: 6, orderId: '1', status: 10, version: 1, time: 0 },
    message(7, 9, 9004, { code: 'order.reminded', text: 'Look' }),
  ];
  const chart = events.reduce((now, event) => chartAfter(now, event as never), emptyChart(10, 1));
  expect(chart).toMatchObject({ status: 20, version: 2, complaint: 'Cough', spoken: ['Monday'], spokenSeq: 4 });
  expect(unanswered(chart, 0)).toEqual([
    { seq: 5, text: 'Any fever?' },
    { seq: 7, text: '' },
  ]);
  expect(unanswered(chart, 7)).toEqual([]);
});

test('a prescription is noticed, and changes nobody’s language', () => {
  const card = message(1, 2, MessageType.prescriptionCard, { prescriptionId: '1', prescriptionNo: 'RX1' });
  const [{ text } = { text: '' }] = chartAfter(emptyChart(20, 1), card as never).heard;
  expect(topicsOf([text])).toContain('prescription');
  expect(languageOf(text)).toBeNull();
});

test('people come for what people of their age have', () => {
  const now = Date.UTC(2026, 0, 1);
  const codes = (birthday: string | null) => scriptsFor(birthday, now).map(({ code }) => code);
  expect(codes('2025-06-01')).toEqual(['skin']);
  expect(codes('2021-06-01')).toEqual(['child', 'skin']);
  expect(codes('1950-01-01')).toContain('pressure');
  expect(codes(null)).toContain('headache');
});

test('a spoken note is a real sound file, as long as it says', () => {
  const { bytes, durationS } = recordMurmur(chanceFrom(3));
  expect(kindOf(bytes)).toMatchObject({ type: 'audio/wav' });
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
  expect((bytes.length - 44) / 8_000).toBeCloseTo(durationS, 0);
  expect(durationS).toBeGreaterThan(1);
  expect(bytes.length).toBeLessThan(60_000);
});
