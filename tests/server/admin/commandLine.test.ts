import { expect, test } from 'vitest';
import { hospitalTime, readCommand } from '../../../server/admin/commandLine.ts';

const now = Date.parse('2026-05-04T08:00:00+08:00');

test.each([
  [],
  ['list', '1'],
  ['approve'],
  ['approve', '1', '2'],
  ['approve', '1', '--force'],
  ['approve', '1', '--reason', 'x'],
  ['approve', 'doctor01'],
  ['approve', '1', '--until', '2026-05-03'],
  ['approve', '1', '--until', '2027-02-31'],
  ['approve', '1', '--until', 'tomorrow'],
  ['reject', '1'],
  ['reject', '1', '--reason', ' '],
  ['reject', '1', '--reason', 'x'.repeat(501)],
  ['reject', '1', '--reason', 'x', '--until', '2030-01-01'],
  ['erase', '1'],
  ['reviewer'],
  ['reviewer', 'eve', '--until', '2030-01-01'],
])('a wrong command is refused with what is wrong: %s %s %s %s', (...args) => {
  const read = readCommand(args, now);
  expect(read).toMatchObject({ ok: false });
  expect('lines' in read && read.lines.join()).toMatch(/npm run admin -- |--reason/);
});

test('an approval expires at the end of the day in the hospitals’ time zone', () => {
  const read = readCommand(['approve', '7', '--until', '2026-05-04'], now);
  expect(read).toMatchObject({ command: { id: '7', decision: { approve: true } } });
  const { expireTime = 0 } =
    'command' in read && read.command.name === 'decide' && read.command.decision.approve ? read.command.decision : {};
  expect(hospitalTime(expireTime)).toBe('2026-05-04 23:59 +08:00');
});

test('an approval without a day is valid for a year', () => {
  expect(readCommand(['approve', '7'], now)).toMatchObject({
    command: { decision: { expireTime: Date.parse('2027-05-04T08:00:00+08:00') } },
  });
});
