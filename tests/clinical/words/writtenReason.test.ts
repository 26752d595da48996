import { expect, test } from 'vitest';
import { obstaclesOf } from '../../../clinical/checks/obstacles.ts';
import { isBlank, isReason } from '../../../clinical/words/writtenReason.ts';
import { refuseOrder } from '../../../contract/extension/consult.ts';
import { decideIdentity } from '../../../contract/extension/identity.ts';
import { patientCreateOrder, patientDisputeOrder } from '../../../contract/extension/patient.ts';
import { createQuickReply } from '../../../contract/http/consult.ts';
import { MessageType, SenderType } from '../../../contract/im.ts';
import { readContent } from '../../../server/messages/contentPolicy.ts';
import { checkReply } from '../../../src/domain/reply.ts';

const nothing = ['', ' ', '.', '...', '-', '1', '123', '??', 'x', 'xx', 'aaa', '。', '、', '\u{1f600}', '急'];

test.each(nothing)('"%s" is no reason', (text) => {
  expect(isReason(text)).toBe(false);
});

test.each(['ok, told patient', 'INR 2.1', '已告知', '同意', 'Ça va', 'нет'])('"%s" is a reason', (text) => {
  expect(isReason(text)).toBe(true);
});

test('a warning stays open until its reason says something', () => {
  const found = {
    ruleCode: 'interaction',
    level: 'warn',
    lineIndex: 0,
    params: {},
    text: null,
    source: 's',
    needReason: true,
  } as const;
  const open = (reason: string) =>
    obstaclesOf([found], [{ ruleCode: 'interaction', lineIndex: 0, reason }]).unanswered.length;
  expect(nothing.map(open)).toEqual(nothing.map(() => 1));
  expect(open('INR is checked weekly')).toBe(0);
});

test.each(nothing)('the platform refuses "%s" as remark, as rejection of a name, and as dispute', (text) => {
  const isAccepted = [
    refuseOrder.body.safeParse({ id: '1', reasonCode: 'other', remark: text }).success,
    decideIdentity.body.safeParse({ id: '1', approve: false, reason: text }).success,
    patientDisputeOrder.body.safeParse({ id: '1', reason: text }).success,
  ];
  // An empty remark is none: the coded reason is given.
  expect(isAccepted).toEqual([text.trim() === '', false, false]);
});

test('a remark in words beside a coded reason is accepted', () => {
  expect(refuseOrder.body.safeParse({ id: '1', reasonCode: 'other', remark: '请到院就诊' }).success).toBe(true);
});

/** Characters that no font draws: spaces, joiners, marks of direction, fillers, the empty braille cell and their kind. */
const invisible = [
  ...[0x00, 0x09, 0x20, 0x85, 0xa0, 0xad, 0x034f, 0x061c, 0x115f, 0x1160, 0x180e, 0x2003, 0x200b, 0x200d, 0x200f],
  ...[0x2028, 0x202e, 0x2060, 0x2063, 0x2069, 0x206f, 0x2800, 0x3000, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfff9],
  ...[0x1d159, 0x1d173, 0xe0001, 0xe0041, 0xe01ef],
].map((code) => String.fromCodePoint(code));

test('a text without a visible character is blank', () => {
  expect(invisible.filter((one) => !isBlank(` ${one}${one}\n`))).toEqual([]);
  expect(['', null, undefined].map(isBlank)).toEqual([true, true, true]);
});

test.each(['a', '.', '急', '\u{1f600}', '❤\ufe0f', '\u200fשלום', 'ㅎ', '⠁', '\u0301', '\u0603'])(
  '%j is not blank',
  (text) => {
    expect(isBlank(text)).toBe(false);
  },
);

test('invisible characters are no letters of a reason', () => {
  expect(isReason('\u3164\u115f\u1160\uffa0')).toBe(false);
  expect(isReason('\u3164a\u200b\u115f')).toBe(false);
});

test.each(invisible)('the platform refuses %j as complaint, quick reply and message', (text) => {
  const content = JSON.stringify({ content: text });
  const isAccepted = [
    patientCreateOrder.body.safeParse({ consultType: 1, chiefComplaint: text }).success,
    createQuickReply.body.safeParse({ content: text }).success,
    ...[SenderType.patient, SenderType.doctor].map((sender) => readContent(MessageType.text, sender, content).ok),
  ];
  expect(isAccepted).toEqual([false, false, false, false]);
});

test.each(invisible)('the reply box does not send %j', (text) => {
  expect(checkReply(text).sendable).toBe(false);
});
