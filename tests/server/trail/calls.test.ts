import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { catalogue } from '../../../contract/catalogue.ts';
import { Code } from '../../../contract/envelope.ts';
import { rejectReasonCodes } from '../../../contract/extension/audit.ts';
import { limits } from '../../../contract/limits.ts';
import type { Access } from '../../../contract/operation.ts';
import { UserType } from '../../../server/accounts/caller.ts';
import { callRules, type TrailRule } from '../../../server/trail/rules.ts';
import { password } from '../../support/servedPlatform.ts';
import { openTrailWorld, type Person, type TrailWorld } from '../../support/trailWorld.ts';
import type { Sample } from './sample.ts';
import { type Noted, samplesOf } from './samples.ts';

vi.setConfig({ testTimeout: 30_000 });

let world: TrailWorld;
let samples: Record<Noted, () => Promise<Sample>>;
beforeAll(async () => {
  world = await openTrailWorld();
  samples = samplesOf(world);
}, 120_000);
afterAll(() => world?.platform.close());

const noted = Object.entries<TrailRule>(callRules).flatMap(([name, rule]) =>
  rule.leaves === 'nothing' ? [] : [{ name: name as Noted, rule, access: catalogue[name as Noted].access }],
);
const daily = noted.filter(({ rule }) => rule.leaves === 'daily');
const closed = noted.filter(({ access }) => access !== 'public');
const ofOneRole = closed.filter(({ access }) => access !== 'party' && access !== 'account');

/** Somebody who may make this call but has no access to the data of the sample. */
const strangerTo = (access: Access, as: Person | null) =>
  access === 'auditor' || access === 'administrator'
    ? world.person[access]()
    : access === 'operator'
      ? world.person.administrator()
      : as?.userType === UserType.patient
        ? world.patient()
        : world.person.doctor();
const ofAnotherRole = (access: Access) =>
  access === 'staff' || access === 'clinician'
    ? world.patient()
    : access === 'doctor'
      ? world.person.auditor()
      : world.person.doctor();
const bounded = (rows: readonly { dailyKey: string | null }[]) => rows.filter(({ dailyKey }) => dailyKey !== null);

test('every call of the catalogue has a rule, and every rule a call', () => {
  expect(Object.keys(callRules).sort()).toEqual(Object.keys(catalogue).sort());
});

test.each(noted)('$name leaves exactly one row before it is answered', async ({ name, rule }) => {
  const { as, who = as, input, patientId, entity = rule.entity } = await samples[name]();
  const { result, rows } = await world.rowsOf(() => world.call(name, as, input));
  expect(result).toMatchObject({ code: Code.ok });
  const caller = { outcome: 'ok', userType: who?.userType, userId: who?.id };
  expect(rows).toMatchObject([{ ...caller, entity, ...(patientId === undefined ? {} : { patientId }) }]);
});

test('a change that moves orders of others leaves one row about itself and one about each order', async () => {
  const { doctor, orderId } = await world.running();
  const administrator = await world.person.administrator();
  const input = { id: doctor.id, version: 0, disabled: true };
  const { result, rows } = await world.rowsOf(() => world.call('setStaffDisabled', administrator, input));
  expect(result).toMatchObject({ code: Code.ok });
  expect(rows.map(({ entity, entityId }) => [entity, entityId])).toEqual([
    ['order', orderId],
    ['staff', doctor.id],
  ]);
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
  expect(rows).toMatchObject([{ userId: stranger.id, outcome }]);
});

test.each(ofOneRole)('$name is refused to another role, which leaves a row', async ({ name, rule, access }) => {
  const { input = {} } = await samples[name]();
  const other = await ofAnotherRole(access);
  const { result, rows } = await world.rowsOf(() => world.call(name, other, input));
  expect(result).toMatchObject({ code: Code.forbidden });
  const entity = rule.entityOf?.(input as never) ?? rule.entity;
  expect(rows).toMatchObject([{ entity, outcome: 'refused', userId: other.id }]);
});

const unnoted = Object.entries<TrailRule>(callRules).flatMap(([name, rule]) => {
  const { access } = catalogue[name as keyof typeof callRules];
  const isOfOneRole = !['public', 'party', 'account'].includes(access);
  return rule.leaves === 'nothing' && isOfOneRole ? [{ name: name as keyof typeof callRules, rule, access }] : [];
});

test.each(unnoted)(
  '$name, which leaves no row, leaves one when another role is refused',
  async ({ name, rule, access }) => {
    const other = await ofAnotherRole(access);
    const { result, rows } = await world.rowsOf(() => world.call(name, other, {}));
    expect(result).toMatchObject({ code: Code.forbidden });
    expect(rows).toMatchObject([{ entity: rule.entity, outcome: 'refused', userId: other.id, ip: '127.0.0.1' }]);
  },
);

test('a wrong code leaves a row, and a decision on certificates by somebody without the right', async () => {
  const doctor = await world.person.doctor();
  const guess = await world.rowsOf(() => world.call('checkMobileCode', doctor, { code: '000000' }));
  expect(guess.rows).toMatchObject([{ entity: 'session', outcome: 'refused', userId: doctor.id }]);
  const { input } = await samples.decideCertificates();
  const decided = await world.rowsOf(() => world.call('decideCertificates', doctor, input));
  expect(decided.result).toMatchObject({ code: Code.forbidden });
  expect(decided.rows).toMatchObject([{ entity: 'qualification', outcome: 'refused', userId: doctor.id }]);
});

test('what leaves one row a day leaves another one from another session', async () => {
  const { as, input } = await samples.queryImMessages();
  const again = as === null ? null : await world.signedIn(as);
  const { rows } = await world.rowsOf(async () => {
    for (const from of [as, as, again, again]) await world.call('queryImMessages', from, input);
  });
  expect(bounded(rows)).toHaveLength(2);
  expect(new Set(rows.map(({ sessionId }) => sessionId)).size).toBe(2);
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
    const { as, input = {} } = await samples[name]();
    const { result, rows } = await world.rowsOf(() => world.call(name, as, input, world.elsewhere.hospitalId));
    expect(result).toMatchObject({ code: Code.forbidden });
    const entity = rule.entityOf?.(input as never) ?? rule.entity;
    expect(rows).toMatchObject([{ entity, outcome: 'refused', userId: as?.id }]);
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
    const reviewer = await world.person.auditor();
    const { result, rows } = await world.rowsOf(() => world.call('claimAudit', reviewer, { id: rxId, version }));
    expect(result).toMatchObject({ code: Code.locked });
    expect(rows).toMatchObject([
      { action: 'claim', entityId: rxId, outcome: 'refused', userId: reviewer.id, patientId: patient.id },
    ]);
  });

  test.each(['renewAudit', 'approveAudit', 'rejectAudit'] as const)(
    'that have expired leave a row at %s',
    async (name) => {
      const { auditor: reviewer, version, lease, rxId } = await world.review();
      world.clock.now += limits.auditLeaseMs + 1;
      const says = { checklist: world.allTicked, reasonCodes: [rejectReasonCodes[0]], remark: 'late' };
      const { result, rows } = await world.rowsOf(() => world.call(name, reviewer, { ...lease, version, ...says }));
      expect(result).toMatchObject({ code: Code.leaseLost });
      expect(rows).toMatchObject([{ entity: 'review', entityId: rxId, outcome: 'refused', userId: reviewer.id }]);
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
  const { entity } = callRules[name];
  expect(rows).toMatchObject([{ entity, outcome: 'refused', userId: null }]);
});

test('a repeated write with its idempotency key leaves a row of its own', async () => {
  const { doctor, orderId } = await world.waiting();
  const key = { 'idempotency-key': randomUUID() };
  const accept = () => world.call('acceptOrder', doctor, { id: orderId }, world.hospitalId, key);
  await accept();
  const { result, rows } = await world.rowsOf(accept);
  expect(result).toMatchObject({ code: Code.ok });
  expect(rows).toMatchObject([{ entity: 'order', entityId: orderId, outcome: 'ok', userId: doctor.id }]);
});
