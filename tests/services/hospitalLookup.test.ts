import { expect, test } from 'vitest';
import { Code } from '../../contract/envelope.ts';
import type { Received } from '../../src/domain/answers.ts';
import { findHospital, HospitalUnreachable } from '../../src/services/hospitalLookup.ts';
import type { Http } from '../../src/services/http.ts';

/** What the lookup makes of an answer of the platform. */
function lookUp(body: object) {
  const received: Received = { kind: 'reply', from: 'platform', status: 200, body };
  const http = { get: async () => received } as unknown as Http;
  const config = { current: { testHospitalHost: 'test.example', fileHost: 'https://files.example' } } as Parameters<
    typeof findHospital
  >[0]['config'];
  return findHospital({ http, config, host: 'clinic.example' })(new AbortController().signal);
}
const found = (hospital: object) =>
  lookUp({ code: 0, msg: '', data: { systemTenantId: '1', name: 'Demo', ...hospital } });

test('a hospital is found with its limit of inactivity', async () => {
  expect(await found({ idleLockMin: 5 })).toMatchObject({
    outcome: 'found',
    hospital: { name: 'Demo', idleLockMs: 300_000, serviceHours: [{ from: 0, to: 1440 }] },
  });
});

test.each([
  ['/files/a.png/logo.png?expires=0', '/files/a.png/logo.png?expires=0'],
  ['', null],
  [null, null],
])('the logo %j is kept as %j', async (logo, address) => {
  expect(await found({ logo })).toMatchObject({ hospital: { logo: address } });
});

test.each([
  ['expired', { disabled: true, expired: true }],
  ['expired', { expired: true }],
  ['disabled', { disabled: true, expired: false }],
] as const)('a hospital is %s by %j', async (outcome, hospital) => {
  expect(await found(hospital)).toEqual({ outcome });
});

test.each([
  ['unknown', Code.hospitalUnknown],
  ['disabled', Code.hospitalDisabled],
  ['expired', Code.hospitalExpired],
] as const)('a hospital is %s by code %i', async (outcome, code) => {
  expect(await lookUp({ code, msg: 'refused', data: null })).toEqual({ outcome });
});

test('a platform with a fault is unreachable, so that nobody signs in to a guessed hospital', async () => {
  await expect(lookUp({ code: 500, msg: 'fault', data: null })).rejects.toThrow(HospitalUnreachable);
});
