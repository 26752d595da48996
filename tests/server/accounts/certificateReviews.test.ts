import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import {
  type CertificateReview,
  decideCertificates,
  listCertificateReviews,
} from '../../../contract/extension/certificates.ts';
import { createQualification, getInfo, getQualification, updateQualification } from '../../../contract/http/account.ts';
import { runCommand } from '../../../server/admin/commands.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { openServedPlatform, type ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 30_000 });

let platform: ServedPlatform;
let [ann, bob, eve] = ['', '', ''];
beforeAll(async () => {
  platform = await openServedPlatform({});
  for (const name of ['ann', 'bob', 'eve'] as const) {
    const { accessToken } = await platform.signIn(name);
    if (name === 'ann') ann = accessToken;
    else if (name === 'bob') bob = accessToken;
    else eve = accessToken;
  }
}, 60_000);
afterAll(() => platform?.close());

const certificates = {
  practiceCertNo: 'P1',
  practiceCertUrls: [],
  qualificationCertNo: 'Q1',
  qualificationCertUrls: [],
  titleCertUrls: [],
  titleCode: 1,
  deptId: 3,
};
const admin = (...args: string[]) =>
  runCommand(
    { db: platform.db, uow: platform.uow, now: () => platform.clock.now, filesFolder: '/files' },
    args,
    'ward',
  );
const listed = async (token: string) =>
  (await platform.call<CertificateReview[]>(listCertificateReviews, {}, { token })).data;
const decides = (token: string, input: object) => platform.call(decideCertificates, { ...input }, { token });
const stateOf = async (token: string) =>
  (await platform.call<{ auditStatus: number; auditRemark: string | null }>(getQualification, {}, { token })).data;
const inAYear = () => platform.clock.now + 365 * 86_400_000;

test('only staff with the right see and decide certificates; the operator gives and takes the right', async () => {
  const { data: id } = await platform.call<string>(createQualification, certificates, { token: ann });
  expect(await platform.call(listCertificateReviews, {}, { token: eve })).toMatchObject({ code: Code.forbidden });
  expect(await decides(eve, { id, approve: true, expireTime: inAYear() })).toMatchObject({ code: Code.forbidden });
  expect(await admin('reviewer', 'nobody')).toMatchObject({ ok: false });
  expect(await admin('reviewer', 'ann')).toMatchObject({
    ok: false,
    lines: [expect.stringContaining('1/ann or 2/ann')],
  });
  expect(await admin('reviewer', '1/eve')).toMatchObject({ ok: true });
  expect((await platform.call(getInfo, {}, { token: eve })).data).toMatchObject({ reviewsCertificates: true });
  expect((await platform.call(getInfo, {}, { token: ann })).data).toMatchObject({ reviewsCertificates: false });
  expect(await listed(eve)).toMatchObject([
    { id, name: 'Dr ann', username: 'ann', practiceCertNo: 'P1', approved: null },
  ]);
  expect(await admin('no-reviewer', 'eve')).toMatchObject({ ok: true });
  expect(await platform.call(listCertificateReviews, {}, { token: eve })).toMatchObject({ code: Code.forbidden });
  await admin('reviewer', 'eve');
});

test('a rejection gives the reason, an approval the end of validity, each once and on the trail', async () => {
  const [first] = await listed(eve);
  const id = first?.id ?? '';
  expect(await decides(eve, { id, approve: false, reason: 'Blurred' })).toMatchObject({ code: Code.ok });
  expect(await stateOf(ann)).toMatchObject({ auditStatus: 2, auditRemark: 'Blurred' });
  expect(await decides(eve, { id, approve: true, expireTime: inAYear() })).toMatchObject({
    code: Code.duplicateRequest,
    msg: 'These certificates were decided on or handed in again meanwhile; reload the list',
  });
  await platform.call(updateQualification, { id, ...certificates, practiceCertNo: 'P2' }, { token: ann });
  const [again] = await listed(eve);
  const next = again?.id ?? '';
  expect(await decides(eve, { id: next, approve: true, expireTime: platform.clock.now })).toMatchObject({
    code: Code.badRequest,
    data: { field: 'expireTime' },
  });
  const expireTime = inAYear();
  expect(await decides(eve, { id: next, approve: true, expireTime })).toMatchObject({ code: Code.ok });
  expect(await stateOf(ann)).toMatchObject({ auditStatus: 1, practiceCertNo: 'P2', expireTime });
  expect(await listed(eve)).toEqual([]);
  const rows = await platform.uow.read('1').rows(auditTrail, eq(auditTrail.userId, platform.people.eve.id));
  const ofReviews = rows.filter(({ entity }) => entity === 'qualification');
  expect(ofReviews.map(({ action, entityId, outcome }) => [action, entityId, outcome])).toEqual(
    expect.arrayContaining([
      ['list', null, 'ok'],
      ['reject', id, 'ok'],
      ['approve', next, 'ok'],
    ]),
  );
  expect(JSON.stringify(ofReviews)).not.toContain('Blurred');
});

test('nobody decides on their own certificates, or on those of another hospital', async () => {
  await admin('reviewer', '1/bob');
  const { data: own } = await platform.call<string>(createQualification, certificates, { token: bob });
  const approval = { id: own, approve: true, expireTime: inAYear() };
  expect(await decides(bob, approval)).toMatchObject({
    code: Code.forbidden,
    msg: 'You cannot decide on your own certificates',
  });
  await admin('reviewer', '2/ann');
  const { accessToken: zoe } = await platform.signIn('ann', '2');
  expect(await platform.call(decideCertificates, approval, { token: zoe, hospitalId: '2' })).toMatchObject({
    code: Code.notFound,
  });
  expect((await platform.call(listCertificateReviews, {}, { token: zoe, hospitalId: '2' })).data).toEqual([]);
  expect(await decides(eve, approval)).toMatchObject({ code: Code.ok });
});
