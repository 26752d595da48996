import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import {
  createQualification,
  getInfo,
  getQualification,
  updateInfo,
  updateQualification,
} from '../../../contract/http/account.ts';
import { saveCase } from '../../../contract/http/record.ts';
import { hospitalStore } from '../../../server/db/hospitalStore.ts';
import { imConversation } from '../../../server/db/schema/messages.ts';
import { consultOrder } from '../../../server/db/schema/orders.ts';
import { qualification } from '../../../server/db/schema/staff.ts';
import { fileObject } from '../../../server/db/schema/tenants.ts';
import { filesSuite, pdf, png } from '../../support/filesSuite.ts';
import type { ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 30_000 });

let platform: ServedPlatform;
const { tokens, upload, open } = filesSuite((opened) => {
  platform = opened;
});

const certificates = {
  practiceCertNo: 'P1',
  qualificationCertNo: 'Q1',
  titleCode: 1,
  deptId: 3,
  practiceCertUrls: [],
  qualificationCertUrls: [],
  titleCertUrls: [],
};
const keyOf = (url: string) => /[\w-]{20,60}\.\w{3,4}/.exec(url)?.[0] ?? '';

/** Links that do not point to an own file on this platform. */
const foreign: readonly (readonly [string, (own: string, others: string) => string])[] = [
  ['elsewhere', () => 'https://elsewhere.example/a.png'],
  ['elsewhere with the path of an own file', (own) => `https://elsewhere.example${own}`],
  ['elsewhere without a scheme', (own) => `//elsewhere.example${own}`],
  ['a script', () => 'javascript:alert(1)'],
  ['a picture in words', () => 'data:image/svg+xml,<svg/>'],
  ['another path of this platform', (own) => `/api/..${own}`],
  ['a path that only ends as an own file', (own) => `/files/../api${own}`],
  ['a file that does not exist', (own) => own.replace(/files\/.{6}/, 'files/zzzzzz')],
  ["somebody else's file", (_, others) => others],
  ['no link', () => 'me.png'],
];

test.each(foreign)('a photo, a signature or a certificate cannot be %s', async (_, link) => {
  const [own, others] = [await upload(png(4, 4), 'me.png'), await upload(png(4, 4), 'bob.png', tokens.bob)];
  const url = link(own.data.url, others.data.url);
  const ask = { token: tokens.ann };
  for (const field of ['avatar', 'signUrl'])
    expect(await platform.call(updateInfo, { [field]: url }, ask)).toMatchObject({
      code: Code.badRequest,
      data: { field },
    });
  for (const field of ['practiceCertUrls', 'qualificationCertUrls', 'titleCertUrls'])
    expect(await platform.call(createQualification, { ...certificates, [field]: [url] }, ask)).toMatchObject({
      code: Code.badRequest,
      data: { field },
    });
  for (const field of ['idCardFront', 'idCardBack'])
    expect(await platform.call(createQualification, { ...certificates, [field]: url }, ask)).toMatchObject({
      code: Code.badRequest,
      data: { field },
    });
  expect((await platform.staffRow(platform.people.ann.id))?.avatar).not.toBe(url);
});

test('a photo must be a picture, and can be removed', async () => {
  const ask = { token: tokens.ann };
  const document = await upload(pdf, 'me.pdf');
  expect(await platform.call(updateInfo, { avatar: document.data.url }, ask)).toMatchObject({ code: Code.badRequest });
  const picture = await upload(png(4, 4), 'me.png');
  expect((await platform.call(updateInfo, { avatar: picture.data.url }, ask)).data).toBe(true);
  expect((await platform.call(updateInfo, { avatar: '' }, ask)).data).toBe(true);
  expect((await platform.call<{ avatar: string }>(getInfo, {}, ask)).data.avatar).toBe('');
});

test('a stored file has the name of its upload, whatever name the link had', async () => {
  const ask = { token: tokens.ann };
  const { data } = await upload(png(4, 4), 'me.png');
  await platform.call(updateInfo, { avatar: data.url.replace('/me.png', '/invoice.exe') }, ask);
  const shown = await platform.call<{ avatar: string }>(getInfo, {}, ask);
  expect(shown.data.avatar).toContain('/me.png?');
  expect((await open(shown.data.avatar)).statusCode).toBe(200);
});

test('certificates that were stored before stay when they are resubmitted, whatever their host', async () => {
  const ask = { token: tokens.bob };
  const { data } = await upload(png(4, 4), 'licence.png', tokens.bob);
  const created = await platform.call<string>(
    createQualification,
    { ...certificates, practiceCertUrls: [data.url] },
    ask,
  );
  expect(created.code).toBe(Code.ok);
  await platform.db
    .update(qualification)
    .set({ idCardFront: 'https://old.example/card.png' })
    .where(eq(qualification.id, created.data));
  type Kept = { id: string; idCardFront: string; practiceCertUrls: string[] };
  const kept = await platform.call<Kept>(getQualification, {}, ask);
  const { id, idCardFront, practiceCertUrls } = kept.data;
  const again = { id, ...certificates, idCardFront, practiceCertUrls };
  expect(await platform.call(updateQualification, again, ask)).toMatchObject({ code: Code.ok });
  const moved = { ...again, idCardBack: idCardFront };
  expect(await platform.call(updateQualification, moved, ask)).toMatchObject({ code: Code.ok });
  const other = { ...again, idCardBack: 'https://old.example/other.png' };
  expect(await platform.call(updateQualification, other, ask)).toMatchObject({ data: { field: 'idCardBack' } });
});

test('a record refers only to files of its doctor and of its conversation', async () => {
  const { ann, bob } = platform.people;
  const store = hospitalStore(platform.db, '1');
  const patientId = platform.ill.id;
  const times = { createTime: platform.clock.now, updateTime: platform.clock.now };
  const order = await store.add(consultOrder, {
    orderNo: 'C1',
    consultType: 1,
    status: 20,
    patientId,
    doctorId: ann.id,
    ...times,
  });
  const conversation = await store.add(imConversation, {
    orderId: order.id,
    patientId,
    doctorId: ann.id,
    createTime: platform.clock.now,
  });
  await store.change(consultOrder, { conversationId: conversation.id }, eq(consultOrder.id, order.id));
  const [own, sent, others] = [
    await upload(png(4, 4), 'own.png'),
    await upload(png(4, 4), 'rash.png', tokens.bob),
    await upload(png(4, 4), 'other.png', tokens.bob),
  ];
  // The second is a picture that the patient has sent.
  await store.change(
    fileObject,
    { ownerType: 1, ownerId: patientId, conversationId: conversation.id },
    eq(fileObject.key, keyOf(sent.data.url)),
  );
  const empty = { presentIllness: '', pastHistory: '', allergyHistory: '', physicalExam: '', auxiliaryExam: '' };
  const save = (attachments: string[], version: number) =>
    platform.call(
      saveCase,
      {
        orderId: order.id,
        patientId,
        chiefComplaint: 'Rash',
        diagnosisList: [],
        treatmentAdvice: '',
        ...empty,
        attachments,
        status: 0,
        version,
      },
      { token: tokens.ann },
    );
  expect(bob.id).not.toBe(ann.id);
  for (const [, link] of foreign)
    expect(await save([link(own.data.url, others.data.url)], 0)).toMatchObject({
      code: Code.badRequest,
      data: { field: 'attachments' },
    });
  expect(await save([own.data.url, sent.data.url], 0)).toMatchObject({ code: Code.ok });
  expect(await save([own.data.url], 1)).toMatchObject({ code: Code.ok });
});
