import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Finding, runChecks } from '../../conformance/check.ts';
import { groups } from '../../conformance/groups.ts';
import { linesOf, totalOf } from '../../conformance/report.ts';
import { openWorld } from '../../conformance/world.ts';
import { freePatients } from '../../simulator/freePatients.ts';
import { type Demonstration, openDemonstration } from '../support/demonstration.ts';
import { changingAnswers } from './changingAnswers.ts';

const password = 'Cloudroom2026';
const account = (username: string) => ({ username, password });

let platform: Demonstration;
let url: string;
let patient: string;
beforeEach(async () => {
  platform = await openDemonstration();
  url = await platform.listen();
  for (const phone of await freePatients({ url, tenantId: '1', password }, 1, 'en')) {
    patient = phone.mobile;
    phone.close();
  }
}, 60_000);
afterEach(() => platform?.close());

function given(at: string, more: object = {}) {
  return {
    ...{ url: at, prefix: '/api', tenantId: '1', website: 'localhost', drug: 'ambroxol', diagnosis: 'J20.9' },
    ...{ doctor: account('doctor01'), secondDoctor: account('doctor02') },
    ...{ auditor: account('auditor01'), secondAuditor: account('auditor02') },
    patient: account(patient),
    ...more,
  };
}

async function findingsAt(at: string, more: object = {}): Promise<Finding[]> {
  const world = openWorld(given(at, more));
  try {
    return await runChecks(groups, world);
  } finally {
    await world.close();
  }
}

const described = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state !== 'passed').flatMap((finding) => linesOf(finding, finding));

test('this platform keeps every rule, and none is left unchecked', async () => {
  const findings = await findingsAt(url);
  expect(described(findings)).toEqual([]);
  expect(totalOf(findings)).toBe(`${findings.length} passed, 0 failed, 0 not checked`);
}, 120_000);

test('a platform that breaks rules fails exactly those', async () => {
  const changed = await changingAnswers(url, {
    '/consult/quick-reply/getQuickReply': (body) => ({ ...body, data: [{ id: 'q 1' }] }),
    '/system/tenant/get-by-website': (body) => ({ ...body, data: { name: 'Anybody', systemTenantId: '1' } }),
    '/consult/consult-order/accept': (body) => (body.code === 0 || body.code === 200 ? body : { ...body, code: 500 }),
    '/infra/imMsg/queryImMg': (body) => ({ ...body, data: { ...body.data, positions: null } }),
    '/prescription/doctor/case/getCaseInfoDetail': (body) => ({
      ...body,
      data: body.data && { ...body.data, presentIllness: 'shortened' },
    }),
  });
  try {
    const broken = (await findingsAt(changed.url)).filter(({ state }) => state === 'failed');
    expect(broken.map(({ rule }) => rule)).toEqual([
      'an unknown host has no hospital',
      'shape of the quick replies',
      'of two doctors who accept one patient at the same moment, exactly one gets them; the other is told',
      'read positions only rise',
      'a record is stored character by character, and its version rises with each save',
    ]);
  } finally {
    changed.close();
  }
}, 120_000);

test('what cannot be checked without an account is listed with the option that is missing', async () => {
  const none = { secondDoctor: null, auditor: null, secondAuditor: null };
  const findings = await findingsAt(url, none);
  const left = findings.filter(({ state }) => state === 'notChecked');
  expect(findings.filter(({ state }) => state === 'failed')).toEqual([]);
  expect(new Set(left.map(({ reason }) => reason))).toContain('needs --second-account user:password');
  expect(new Set(left.map(({ reason }) => reason))).toContain('needs --auditor user:password');
}, 120_000);
