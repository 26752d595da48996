import { afterEach, beforeEach, expect, test } from 'vitest';
import { runChecks } from '../../conformance/check.ts';
import { neverMade } from '../../conformance/evidence.ts';
import type { Finding } from '../../conformance/finding.ts';
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
  for (const phone of await freePatients({ url, hospitalId: '1', password }, 1, 'en')) {
    patient = phone.mobile;
    phone.close();
  }
}, 60_000);
afterEach(() => platform?.close());

function given(at: string, more: object = {}) {
  return {
    ...{ url: at, prefix: '/api', hospitalId: '1', website: 'localhost', medicine: 'ambroxol', diagnosis: 'J20.9' },
    ...{ doctor: account('doctor01'), secondDoctor: account('doctor02') },
    ...{ auditor: account('auditor01'), secondReviewer: account('auditor02') },
    administrator: account('admin01'),
    operator: account('operator01'),
    patient: account(patient),
    publishNotice: () => platform.publishesNotice(),
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
const nameIn = ({ rule }: Finding) => rule.split(' ')[0] ?? '';

test('this platform keeps every rule, and only calls that no run can make are left unchecked', async () => {
  const findings = await findingsAt(url);
  const calls = findings.filter(({ state }) => state === 'notChecked');
  expect(described(findings.filter((finding) => !calls.includes(finding)))).toEqual([]);
  expect(calls.map(nameIn).sort()).toEqual(Object.keys(neverMade).sort());
  for (const { reason } of calls) expect(reason).toMatch(/; its refusals were checked$/);
  expect(totalOf(findings)).toBe(`${findings.length - calls.length} passed, 0 failed, ${calls.length} not checked`);
}, 240_000);

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
      'further calls of the workstation answer code 401 without a token, unless anybody may make them',
      'further calls of the workstation answer code 400 without their fields: those of a doctor',
      'a reviewer is refused the calls of doctors and administrators',
      'an administrator is refused the calls about patients and those of operators',
      'an operator is refused the calls about patients',
      'a patient is refused the calls of staff',
      'shape of the quick replies',
      'a quick reply is stored, found and deleted; deleted again, or without text, it is refused',
      'a quick reply is changed, put in order, and not imported twice',
      'of two doctors who accept one patient at the same moment, exactly one gets them; the other is told',
      'read positions only rise',
      'without a socket, events are pulled after a cursor and read positions set',
      'a record is stored character by character, and its version rises with each save',
    ]);
  } finally {
    changed.close();
  }
}, 240_000);

const succeeded = (data: unknown) => (body: { code: number; msg: string }) => ({ ...body, code: 200, data });
const isSuccess = ({ code }: { code: number }) => code === 0 || code === 200;

test('a platform that takes what it must refuse, or answers in other shapes, fails those calls’ rules', async () => {
  const tokens = { userId: '1', accessToken: 'a', refreshToken: 'b', expiresTime: 1 };
  const changed = await changingAnswers(url, {
    '/doctor/auth/sms-login': succeeded(tokens),
    '/doctor/auth/send-sms-code': succeeded(true),
    '/system/captcha/check': () => ({ repCode: '0000', repMsg: null, repData: { result: true } }),
    '/doctor/info/updatePassword': succeeded(true),
    '/doctor/info/reset-mobile': (body) => ({ ...body, code: 500 }),
    '/consult/consult-config/doctorUpdateConfig': succeeded(true),
    '/consult/quick-reply/createQuickReply': (body) => (isSuccess(body) ? { ...body, data: { no: 'id' } } : body),
    '/doctor/disease/western/delete': (body) => ({ ...body, data: 'done' }),
    '/doctor/qualification/update': succeeded(true),
    '/consult/consult-order/pushMessage': succeeded(true),
    '/doctor/schedule': (body) => (isSuccess(body) ? { ...body, data: { slots: [] } } : body),
    '/admin/staff/page': (body) => (isSuccess(body) ? { ...body, data: [] } : body),
    '/consult/template/list': () => ({ error: 'no envelope' }),
  });
  try {
    const findings = await findingsAt(changed.url);
    const failed = findings.filter(({ state }) => state === 'failed').map(({ rule, reason }) => `${rule}: ${reason}`);
    for (const path of changed.paths) expect(failed.filter((line) => line.includes(path))).not.toEqual([]);
    const unchecked = findings.filter(({ state }) => state === 'notChecked').map(nameIn);
    expect(unchecked).toEqual(
      expect.arrayContaining(['createQuickReply', 'listTemplates', 'pageStaff', 'getSchedule']),
    );
  } finally {
    changed.close();
  }
}, 240_000);

test('what cannot be checked without an account is listed with the option that is missing', async () => {
  const none = { secondDoctor: null, auditor: null, secondReviewer: null, administrator: null };
  const findings = await findingsAt(url, none);
  const left = findings.filter(({ state }) => state === 'notChecked');
  expect(findings.filter(({ state }) => state === 'failed')).toEqual([]);
  expect(new Set(left.map(({ reason }) => reason))).toContain('needs --second-account');
  expect(new Set(left.map(({ reason }) => reason))).toContain('needs --reviewer');
}, 240_000);
