import { expect, test } from 'vitest';
import { obstaclesOf } from '../../clinical/checks/checkPrescription.ts';
import { isReason } from '../../clinical/writtenReason.ts';
import { refuseOrder } from '../../contract/extension/consult.ts';
import { decideIdentity } from '../../contract/extension/identity.ts';
import { patientDisputeOrder } from '../../contract/extension/patient.ts';

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
    obstaclesOf([found], [{ ruleCode: 'interaction', lineIndex: 0, reason }]).unjustified.length;
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
