import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { catalogue } from '../../../contract/catalogue.ts';
import { Code } from '../../../contract/envelope.ts';
import { rejectReasonCodes } from '../../../contract/extension/audit.ts';
import { SmsScene } from '../../../contract/http/auth.ts';
import { limits } from '../../../contract/limits.ts';
import type { Access } from '../../../contract/operation.ts';
import { setPassword } from '../../../server/accounts/accountLookup.ts';
import { UserType } from '../../../server/accounts/caller.ts';
import { storeTicket } from '../../../server/accounts/captchaTickets.ts';
import { loginSession } from '../../../server/db/schema/sessions.ts';
import { callRules, type TrailRule } from '../../../server/trail/rules.ts';
import { newMessageId } from '../../support/messageId.ts';
import { password } from '../../support/servedPlatform.ts';
import { openTrailWorld, type Person, type TrailWorld } from '../../support/trailWorld.ts';

vi.setConfig({ testTimeout: 30_000 });

type Rules = typeof callRules;
/** The calls whose rule leaves a row. */
type Noted = { [Name in keyof Rules]: Rules[Name] extends { action: string } ? Name : never }[keyof Rules];

/** A call that succeeds: its caller, its input, and its patient where it has one. */
type Sample = { as: Person | null; who?: Person; input?: object; patientId?: string };

let world: TrailWorld;
beforeAll(async () => {
  world = await openTrailWorld();
}, 120_000);
afterAll(() => world?.platform.close());

const own = ({ doctor, patient }: { doctor: Person; patient: Person }, input: object): Sample => ({
  as: doctor,
  input,
  patientId: patient.id,
});
const aCase = (orderId: string, patientId: string) => ({
  ...world.wholeRecord,
  orderId,
  patientId,
  status: 0,
  version: 0,
});
const message = (conversationId: string) => ({
  clientMessageId: newMessageId(),
  conversationId,
  type: 101,
  content: '{"content":"hello"}',
});
const piece = { size: 10_000, offset: 0, name: 'a.png' };

async function withPassword(person: Person) {
  const { platform, tenantId } = world;
  const hashed = (await platform.staffRow(platform.people.ann.id))?.passwordHash ?? '';
  await platform.uow.run(tenantId, (tx) => setPassword(tx, person.id, hashed));
  return person;
}

const samples: Record<Noted, () => Promise<Sample>> = {
  login: async () => {
    const who = await world.person.doctor();
    await withPassword(who);
    return { as: null, who, input: { username: who.username, password } };
  },
  smsLogin: async () => {
    const who = await world.person.doctor();
    return { as: null, who, input: { mobile: who.mobile, code: await world.code(who.mobile, SmsScene.login) } };
  },
  patientLogin: async () => {
    const who = await world.patientWithPassword();
    return { as: null, who, input: { mobile: who.mobile, password }, patientId: who.id };
  },
  logout: async () => ({ as: await world.person.doctor() }),
  endSession: async () => {
    const as = await world.person.doctor();
    const session = await world.store.first(loginSession, eq(loginSession.userId, as.id));
    return { as, input: { id: session?.id } };
  },
  endOtherSessions: async () => ({ as: await world.person.doctor() }),
  updatePassword: async () => ({
    as: await withPassword(await world.person.doctor()),
    input: { oldPassword: password, newPassword: 'Another-secret-2026' },
  }),
  resetMobile: async () => {
    const as = await world.person.doctor();
    const [changeToken, mobile] = [randomUUID(), `137${as.id.padStart(8, '0')}`];
    await storeTicket(world.store, 'mobile', as.id, changeToken, world.clock.now + 60_000);
    const code = await world.code(mobile, SmsScene.changeMobile, `staff ${as.id}`);
    return { as, input: { mobile, code, changeToken } };
  },
  awaitList: async () => ({ as: (await world.waiting()).doctor }),
  pageOrders: async () => ({ as: (await world.running()).doctor }),
  orderDetail: async () => {
    const order = await world.running();
    return own(order, { id: order.orderId });
  },
  acceptOrder: async () => {
    const order = await world.waiting();
    return own(order, { id: order.orderId });
  },
  refuseOrder: async () => {
    const order = await world.waiting();
    return own(order, { id: order.orderId, reasonCode: 'other' });
  },
  finishOrder: async () => {
    const order = await world.running();
    return own(order, { id: order.orderId });
  },
  pushMessage: async () => {
    const order = await world.waiting();
    return own(order, { orderId: order.orderId });
  },
  unlockSigning: async () => ({ as: await withPassword(await world.person.doctor()), input: { password } }),
  addCaseAddendum: async () => {
    const { doctor, patient, orderId } = await world.running();
    await world.data('saveCase', doctor, { ...aCase(orderId, patient.id), status: 1 });
    return own({ doctor, patient }, { orderId, reason: 'x', text: 'x', clientRequestId: randomUUID() });
  },
  getPersonalHistory: async () => {
    const order = await world.running();
    return own(order, { patientId: order.patient.id });
  },
  medicalRecordList: async () => {
    const order = await world.visited();
    return own(order, { patientId: order.patient.id, pageNo: 1, pageSize: 10 });
  },
  electronicMedicalRecords: async () => {
    const order = await world.visited();
    return own(order, { patientId: order.patient.id, visitNo: 'V1' });
  },
  getPatientFacts: async () => {
    const order = await world.running();
    return own(order, { orderId: order.orderId });
  },
  savePatientFacts: async () => {
    const order = await world.running();
    const change = { op: 'add', origin: 'doctor', value: { kind: 'weight', kg: 61 } };
    return own(order, { orderId: order.orderId, changes: [change] });
  },
  saveCase: async () => {
    const order = await world.running();
    return own(order, aCase(order.orderId, order.patient.id));
  },
  getCase: async () => {
    const order = await world.running();
    await world.data('saveCase', order.doctor, aCase(order.orderId, order.patient.id));
    return own(order, { orderId: order.orderId });
  },
  createPrescription: async () => {
    const order = await world.running();
    const content = { ...world.prescribed, submit: false, clientRequestId: randomUUID() };
    return own(order, { orderId: order.orderId, ...content });
  },
  editPrescription: async () => {
    const rx = await world.prescription(false);
    const content = { ...world.prescribed, submit: false, clientRequestId: randomUUID() };
    return own(rx, { id: rx.rxId, version: rx.version, ...content });
  },
  cancelPrescription: async () => {
    const rx = await world.prescription(true);
    return own(rx, { id: rx.rxId, version: rx.version, reason: 'wrong' });
  },
  checkPrescription: async () => {
    const order = await world.running();
    return own(order, { orderId: order.orderId, ...world.prescribed });
  },
  screenDrugs: async () => {
    const order = await world.running();
    const { warehouseId, lines } = world.prescribed;
    return own(order, { orderId: order.orderId, warehouseId, lines: [], drugIds: lines.map(({ drugId }) => drugId) });
  },
  dueWork: async () => ({ as: (await world.running()).doctor }),
  listPrescriptions: async () => ({
    as: (await world.prescription(false)).doctor,
    input: { pageNo: 1, pageSize: 10 },
  }),
  getPrescription: async () => {
    const rx = await world.prescription(true);
    return own(rx, { id: rx.rxId });
  },
  prescriptionVersions: async () => {
    const rx = await world.prescription(true);
    return own(rx, { id: rx.rxId });
  },
  prescriptionHistory: async () => {
    const rx = await world.prescription(true);
    return own(rx, { patientId: rx.patient.id, pageNo: 1, pageSize: 10 });
  },
  pageAudit: async () => ({ as: await world.person.auditor(), input: { pageNo: 1, pageSize: 10 } }),
  pullAudit: async () => ({ as: await world.person.auditor(), input: { updateTime: 0, lastId: 0, limit: 10 } }),
  myAuditRecord: async () => ({ as: (await world.review()).auditor, input: { pageNo: 1, pageSize: 10 } }),
  auditContext: async () => {
    const { auditor, patient, rxId } = await world.review();
    return own({ doctor: auditor, patient }, { id: rxId });
  },
  claimAudit: async () => {
    const { rxId, version, patient } = await world.prescription(true);
    return own({ doctor: await world.person.auditor(), patient }, { id: rxId, version });
  },
  renewAudit: async () => {
    const { auditor, patient, held } = await world.review();
    return own({ doctor: auditor, patient }, held);
  },
  releaseAudit: async () => {
    const { auditor, patient, held } = await world.review();
    return own({ doctor: auditor, patient }, held);
  },
  approveAudit: async () => {
    const { auditor, patient, held, version } = await world.review();
    return own({ doctor: auditor, patient }, { ...held, version, checklist: world.allTicked });
  },
  undoDecision: async () => {
    const { auditor, patient, held, version } = await world.review();
    const decision = { ...held, version, checklist: world.allTicked, undoMs: limits.undoMs };
    await world.call('approveAudit', auditor, decision);
    return own({ doctor: auditor, patient }, held);
  },
  saveReviewDraft: async () => {
    const { auditor, patient, rxId } = await world.review();
    return own({ doctor: auditor, patient }, { id: rxId, comment: 'dose?', reasonCodes: [rejectReasonCodes[0]] });
  },
  askReviewQuestion: async () => {
    const { auditor, patient, held } = await world.review();
    const clientRequestId = randomUUID();
    return own({ doctor: auditor, patient }, { ...held, clientRequestId, text: 'Is the dose meant?' });
  },
  answerReviewQuestion: async () => {
    const { doctor, patient, questionId } = await world.question();
    return own({ doctor, patient }, { id: questionId, text: 'Yes.' });
  },
  listReviewQuestions: async () => {
    const { doctor, patient, rxId } = await world.question();
    return own({ doctor, patient }, { id: rxId });
  },
  openReviewQuestions: async () => ({ as: (await world.question()).doctor }),
  rejectAudit: async () => {
    const { auditor, patient, held, version } = await world.review();
    return own(
      { doctor: auditor, patient },
      { ...held, version, reasonCodes: [rejectReasonCodes[0]], remark: 'too much' },
    );
  },
  queryImMessages: async () => {
    const order = await world.running();
    return own(order, { conversationId: order.conversationId, afterSeq: 0 });
  },
  pullMessages: async () => {
    const order = await world.running();
    return own(order, { cursors: { [order.conversationId]: 0 } });
  },
  readMessages: async () => {
    const order = await world.running();
    return own(order, { conversationId: order.conversationId, readUpTo: 1 });
  },
  sendMessage: async () => {
    const order = await world.running();
    return own(order, message(order.conversationId));
  },
  uploadFile: async () => ({ as: await world.person.doctor() }),
  uploadPart: async () => ({ as: await world.person.doctor(), input: { ...piece, uploadId: randomUUID() } }),
  uploadProgress: async () => ({ as: await world.person.doctor(), input: { uploadId: randomUUID() } }),
  cancelUpload: async () => ({ as: await world.person.doctor(), input: { uploadId: randomUUID() } }),
  signFile: async () => {
    const as = await world.person.doctor();
    return { as, input: { url: (await world.data<{ url: string }>('uploadFile', as)).url } };
  },
  patientCreateOrder: async () => {
    const as = await world.patient();
    return { as, input: { consultType: 1, chiefComplaint: 'cough' }, patientId: as.id };
  },
  patientOrders: async () => ({ as: (await world.waiting()).patient }),
  patientCancelOrder: async () => {
    const { patient, orderId } = await world.waiting();
    return { as: patient, input: { id: orderId }, patientId: patient.id };
  },
  patientDisputeOrder: async () => {
    const { patient, orderId } = await world.running();
    return { as: patient, input: { id: orderId, reason: 'nobody answers' }, patientId: patient.id };
  },
  patientRateOrder: async () => {
    const { patient, doctor, orderId } = await world.running();
    await world.data('finishOrder', doctor, { id: orderId });
    return { as: patient, input: { id: orderId, stars: 5 }, patientId: patient.id };
  },
};

const noted = Object.entries<TrailRule>(callRules).flatMap(([name, rule]) =>
  rule.leaves === 'nothing' ? [] : [{ name: name as Noted, rule, access: catalogue[name as Noted].access }],
);
const daily = noted.filter(({ rule }) => rule.leaves === 'daily');
const closed = noted.filter(({ access }) => access !== 'public');
const ofOneRole = closed.filter(({ access }) => access !== 'party');

/** Somebody who may make this call but has no access to the data of the sample. */
const strangerTo = (access: Access, as: Person | null) =>
  access === 'auditor'
    ? world.person.auditor()
    : as?.userType === UserType.patient
      ? world.patient()
      : world.person.doctor();
const ofAnotherRole = (access: Access) =>
  access === 'staff' ? world.patient() : access === 'doctor' ? world.person.auditor() : world.person.doctor();
const bounded = (rows: readonly { dailyKey: string | null }[]) => rows.filter(({ dailyKey }) => dailyKey !== null);

test('every call of the catalogue has a rule, and every rule a call', () => {
  expect(Object.keys(callRules).sort()).toEqual(Object.keys(catalogue).sort());
});

test.each(noted)('$name leaves its row before it is answered', async ({ name, rule }) => {
  const { as, who = as, input, patientId } = await samples[name]();
  const { result, rows } = await world.rowsOf(() => world.call(name, as, input));
  expect(result).toMatchObject({ code: Code.ok });
  expect(rows).toContainEqual(
    expect.objectContaining({
      entity: rule.entity,
      outcome: 'ok',
      userType: who?.userType,
      userId: who?.id,
      ...(patientId === undefined ? {} : { patientId }),
    }),
  );
  expect(rows.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
});

test.each(daily)('$name leaves one row a day, however often it is called', async ({ name }) => {
  const { as, input } = await samples[name]();
  const { rows } = await world.rowsOf(async () => {
    for (let n = 0; n < 3; n++) await world.call(name, as, input);
  });
  expect(bounded(rows)).toHaveLength(1);
});

test.each(closed)('$name leaves a row for a person without access', async ({ name, access }) => {
  const { as, input } = await samples[name]();
  const stranger = await strangerTo(access, as);
  const { result, rows } = await world.rowsOf(() => world.call(name, stranger, input));
  const outcome = result.code === Code.ok ? expect.any(String) : 'refused';
  expect(rows).toContainEqual(expect.objectContaining({ userId: stranger.id, outcome }));
});

test.each(ofOneRole)('$name is refused to another role, which leaves a row', async ({ name, rule, access }) => {
  const { input } = await samples[name]();
  const other = await ofAnotherRole(access);
  const { result, rows } = await world.rowsOf(() => world.call(name, other, input));
  expect(result).toMatchObject({ code: Code.forbidden });
  expect(rows).toMatchObject([{ entity: rule.entity, outcome: 'refused', userId: other.id }]);
});

test.each(['savePatientFacts', 'addCaseAddendum', 'saveCase', 'createPrescription', 'screenDrugs'] as const)(
  "%s by another role is on the patient's trail",
  async (name) => {
    const { input, patientId } = await samples[name]();
    const other = await world.person.auditor();
    const { rows } = await world.rowsOf(() => world.call(name, other, input));
    expect(rows).toMatchObject([{ outcome: 'refused', userId: other.id, patientId }]);
  },
);

test.each(closed)(
  "$name is refused in another hospital, which leaves a row in the caller's own",
  async ({ name, rule }) => {
    const { as, input } = await samples[name]();
    const { result, rows } = await world.rowsOf(() => world.call(name, as, input, world.elsewhere.tenantId));
    expect(result).toMatchObject({ code: Code.forbidden });
    expect(rows).toMatchObject([{ entity: rule.entity, outcome: 'refused', userId: as?.id }]);
  },
);

test.each(closed)('$name is refused to an unknown token, which leaves one row a day', async ({ name, rule }) => {
  world.clock.now += 86_400_000;
  const { as, input } = await samples[name]();
  const stranger = as && { ...as, token: 'x'.repeat(43) };
  const { result, rows } = await world.rowsOf(async () => {
    await world.call(name, stranger, input);
    return world.call(name, stranger, input);
  });
  expect(result).toMatchObject({ code: Code.unauthorised });
  expect(rows).toMatchObject([{ entity: rule.entity, outcome: 'refused', userId: null, ip: '127.0.0.1' }]);
});

describe('claims of a review', () => {
  test('of a prescription that a colleague has claimed leave a row', async () => {
    const { rxId, version, patient } = await world.review();
    const auditor = await world.person.auditor();
    const { result, rows } = await world.rowsOf(() => world.call('claimAudit', auditor, { id: rxId, version }));
    expect(result).toMatchObject({ code: Code.locked });
    expect(rows).toMatchObject([
      { action: 'claim', entityId: rxId, outcome: 'refused', userId: auditor.id, patientId: patient.id },
    ]);
  });

  test.each(['renewAudit', 'approveAudit', 'rejectAudit'] as const)(
    'that have expired leave a row at %s',
    async (name) => {
      const { auditor, version, held, rxId } = await world.review();
      world.clock.now += limits.auditLeaseMs + 1;
      const says = { checklist: world.allTicked, reasonCodes: [rejectReasonCodes[0]], remark: 'late' };
      const { result, rows } = await world.rowsOf(() => world.call(name, auditor, { ...held, version, ...says }));
      expect(result).toMatchObject({ code: Code.leaseLost });
      expect(rows).toMatchObject([{ entity: 'review', entityId: rxId, outcome: 'refused', userId: auditor.id }]);
    },
  );
});

test.each([
  ['login', { username: 'nobody', password }],
  ['patientLogin', { mobile: '13999999999', password }],
  ['smsLogin', { mobile: '13999999999', code: '123456' }],
  ['updatePassword', { mobile: '13999999999', code: '123456', password: 'Another-secret-2026' }],
] as const)('%s with an account that nobody has leaves a row', async (name, input) => {
  const { rows } = await world.rowsOf(() => world.call(name, null, input));
  expect(rows).toMatchObject([{ entity: 'session', outcome: 'refused', userId: null }]);
});

test('a repeated write with its idempotency key leaves a row of its own', async () => {
  const { doctor, orderId } = await world.waiting();
  const key = { 'idempotency-key': randomUUID() };
  const accept = () => world.call('acceptOrder', doctor, { id: orderId }, world.tenantId, key);
  await accept();
  const { result, rows } = await world.rowsOf(accept);
  expect(result).toMatchObject({ code: Code.ok });
  expect(rows).toMatchObject([{ entity: 'order', entityId: orderId, outcome: 'ok', userId: doctor.id }]);
});
