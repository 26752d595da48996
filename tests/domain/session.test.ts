import { expect, test } from 'vitest';
import { AccountId, DoctorId } from '../../contract/ids.ts';
import { type Account, landingOf, renewTimeOf } from '../../src/domain/session.ts';

const account: Account = {
  memberAccountId: AccountId.parse('1'),
  doctorId: DoctorId.parse('1'),
  name: 'Ann',
  avatar: null,
  isAuditor: false,
  hospitalName: null,
};

test('reviewers land on their queue, everybody else on the home page', () => {
  const administrator = { ...account, isAdministrator: true };
  expect([null, account, { ...account, isAuditor: true }, administrator].map(landingOf)).toEqual([
    '/',
    '/',
    '/prescriptionTask',
    '/administration',
  ]);
});

test.each([
  ['half an hour is renewed a minute before its end', 30 * 60_000, 29 * 60_000],
  ['a minute is renewed at four fifths', 60_000, 48_000],
  ['a few seconds are not renewed ahead', 5_000, null],
  ['a life that is over is not renewed ahead', -1, null],
  ['a time that is none is not renewed ahead', Number.NaN, null],
])('%s', (_, life, expected) => {
  const now = 1_000_000;
  const at = renewTimeOf(now + life, { now, serverNow: now });
  expect(at === null ? null : at - now).toBe(expected);
});

test('a token’s lifetime is measured on the platform’s clock, its renewal is scheduled on ours', () => {
  const hour = 3_600_000;
  expect(renewTimeOf(30 * 60_000, { now: hour, serverNow: 0 })).toBe(hour + 29 * 60_000);
});
