import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { getCase, saveCase } from '../../../contract/http/record.ts';
import { hospitalStore } from '../../../server/db/hospitalStore.ts';
import { diagnosis, warehouse } from '../../../server/db/schema/drugs.ts';
import { caseInfo, caseVersion, consultOrder } from '../../../server/db/schema/orders.ts';
import { prescription } from '../../../server/db/schema/prescriptions.ts';
import { filesSuite, pdf } from '../../support/filesSuite.ts';
import { wholeRecord } from '../../support/hospital.ts';
import type { ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 30_000 });

let platform: ServedPlatform;
const { upload, open } = filesSuite((opened) => {
  platform = opened;
});

const hourMs = 3_600_000;
let consultations = 0;

/** A doctor with a running consultation, and a reviewer who reviews its prescription. */
async function writing() {
  const store = hospitalStore(platform.db, '1');
  const { people, ill, clock } = platform;
  const bronchitis = { code: 'J20.9', name: '急性支气管炎', nameEn: 'Acute bronchitis', pinyin: 'JXZQGY' };
  const [{ id } = await store.add(diagnosis, bronchitis)] = await store.rows(diagnosis);
  const n = String(++consultations);
  const order = await store.add(consultOrder, {
    orderNo: `C${n}`,
    consultType: 1,
    status: 20,
    patientId: ill.id,
    doctorId: people.ann.id,
    createTime: clock.now,
    updateTime: clock.now,
  });
  const { id: warehouseId } = await store.add(warehouse, { name: '药房', nameEn: 'Pharmacy', isDefault: false });
  await store.add(prescription, {
    prescriptionNo: `R${n}`,
    orderId: order.id,
    orderNo: order.orderNo,
    patientId: ill.id,
    patient: {},
    doctorId: people.ann.id,
    warehouseId,
    status: 10,
    clientRequestId: n,
    createTime: clock.now,
    submitTime: clock.now,
    expireTime: clock.now + 72 * hourMs,
    updateTime: clock.now,
  });
  const [{ accessToken: doctor }, { accessToken: reviewer }] = [await platform.signIn(), await platform.signIn('eve')];
  const { url } = (await upload(pdf, 'report.pdf', doctor)).data;
  const diagnosisList = [{ id, code: bronchitis.code, name: bronchitis.nameEn, main: true }];
  const content = { ...wholeRecord, diagnosisList, orderId: order.id, patientId: ill.id, status: 0, version: 0 };
  const save = (more: object = {}) =>
    platform.call<{ id: string; version: number }>(saveCase, { ...content, ...more }, { token: doctor });
  const read = async (token: string) =>
    (await platform.call<{ attachments: string[] }>(getCase, { orderId: order.id }, { token })).data.attachments;
  return { url, save, read, doctor, auditor: reviewer, orderId: order.id };
}

test('a colleague opens an attachment of a record with a link of their own, also on a later day', async () => {
  const { url, save, read, auditor: reviewer } = await writing();
  expect(await save({ attachments: [url] })).toMatchObject({ code: 200 });
  expect(await read(reviewer)).toHaveLength(1);
  for (const link of await read(reviewer)) {
    expect(new URLSearchParams(link.split('?')[1]).get('reader')).toBe(`2.${platform.people.eve.id}`);
    expect((await open(link)).statusCode).toBe(200);
  }
  platform.clock.now += 25 * hourMs;
  const { accessToken: later } = await platform.signIn('eve');
  for (const link of await read(later)) expect((await open(link)).statusCode).toBe(200);
});

test('the link of the doctor who saved an attachment opens nothing as another person’s', async () => {
  const { url, save, read, doctor } = await writing();
  await save({ attachments: [url] });
  const [own = ''] = await read(doctor);
  expect((await open(own)).statusCode).toBe(200);
  const taken = own.replace(/reader=2\.\d+/, `reader=2.${platform.people.eve.id}`);
  expect((await open(taken)).json().code).toBe(Code.fileLinkExpired);
});

test('no version of a record contains the signature of a link', async () => {
  const { url, save, orderId } = await writing();
  const { id } = (await save({ attachments: [url] })).data;
  const [row] = await platform.db.select().from(caseInfo).where(eq(caseInfo.orderId, orderId));
  const versions = await platform.db.select().from(caseVersion).where(eq(caseVersion.caseId, id));
  const stored = [row?.attachments, ...versions.map(({ content }) => content.attachments)];
  expect(stored).toEqual([[url.replace(/\?.*/, '?expires=0')], [url.replace(/\?.*/, '?expires=0')]]);
});

test('a save that is repeated with a newer link to the same file is a repeat', async () => {
  const { url, save, read, doctor } = await writing();
  const first = await save({ attachments: [url] });
  platform.clock.now += 10 * 60_000;
  const [newer = ''] = await read(doctor);
  expect(newer).not.toBe(url);
  expect(await save({ attachments: [newer] })).toEqual(first);
  expect(await save({ attachments: [] })).toMatchObject({
    code: Code.recordChanged,
    data: { current: { attachments: [newer] } },
  });
});

test('a record that was stored with a signed link is changed and repeated like any other', async () => {
  const { url, save, read, doctor, orderId } = await writing();
  const first = await save({ attachments: [url] });
  await platform.db
    .update(caseInfo)
    .set({ attachments: [url] })
    .where(eq(caseInfo.orderId, orderId));
  platform.clock.now += 10 * 60_000;
  expect(await save({ attachments: await read(doctor) })).toEqual(first);
});

test('a file of another person is not attached, whoever’s signature its link has', async () => {
  const { save } = await writing();
  const { accessToken } = await platform.signIn('bob');
  const { url } = (await upload(pdf, 'foreign.pdf', accessToken)).data;
  const refusal = { code: Code.badRequest, data: { field: 'attachments' } };
  for (const link of [url, url.replace(/\?.*/, ''), 'https://elsewhere.example/a.png'])
    expect(await save({ attachments: [link] })).toMatchObject(refusal);
});
