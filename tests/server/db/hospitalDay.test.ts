import { afterEach, expect, test, vi } from 'vitest';
import { Ms } from '../../../contract/values.ts';
import { hospitalDay, hospitalMidnight } from '../../../server/db/hospitalDay.ts';
import { ageText } from '../../../server/patients/wire.ts';

afterEach(() => vi.unstubAllEnvs());

const zones = ['UTC', 'America/New_York', 'Asia/Shanghai', 'Pacific/Auckland'];
const at = (text: string) => Date.parse(`${text}+08:00`);

test.each(zones)('a day begins at the hospital’s midnight on a machine in %s', (zone) => {
  vi.stubEnv('TZ', zone);
  const midnight = at('2026-05-06T00:00:00');
  expect([hospitalDay(midnight - 1), hospitalDay(midnight)]).toEqual(['2026-05-05', '2026-05-06']);
  expect([hospitalMidnight(midnight), hospitalMidnight(at('2026-05-06T23:59:59'))]).toEqual([midnight, midnight]);
});

test.each(zones)('a child grows a month older at the hospital’s midnight on a machine in %s', (zone) => {
  vi.stubEnv('TZ', zone);
  const ages = ['2026-05-05T23:59:00', '2026-05-06T00:01:00'].map((time) => ageText('2026-02-06', at(time), 'en'));
  expect(ages).toEqual(['2 months', '3 months']);
});

test.each(zones)('a time that names no zone is the hospital’s on a machine in %s', (zone) => {
  vi.stubEnv('TZ', zone);
  expect(Ms.parse('2026-05-06 09:00:00')).toBe(at('2026-05-06T09:00:00'));
  expect(Ms.parse('2026-05-06T01:00:00Z')).toBe(at('2026-05-06T09:00:00'));
});
