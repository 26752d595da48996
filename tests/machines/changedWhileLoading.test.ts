import { expect, test } from 'vitest';
import { fromPromise, SimulatedClock } from 'xstate';
import { wholeDay } from '../../clinical/lifecycle/serviceTime.ts';
import { AccountId, CaseId, DoctorId, HospitalId, OrderId, PatientId } from '../../contract/ids.ts';
import { emptyRecord, type LoadedRecord, type RecordInput, type SaveOutcome } from '../../src/domain/record.ts';
import type { LoadedReview, ReviewMaterial } from '../../src/domain/review.ts';
import type { ClaimOutcome, ReviewInput } from '../../src/domain/reviewQueue.ts';
import type { LoadedPrescription } from '../../src/domain/rxAnswers.ts';
import type { Account, HospitalAnswer, Restored } from '../../src/domain/session.ts';
import { prescriptionMachine } from '../../src/machines/prescription.ts';
import { recordAutosave, recordMachine } from '../../src/machines/record.ts';
import { reviewMachine } from '../../src/machines/review.ts';
import { sessionMachine } from '../../src/machines/session.ts';
import { createActor, until } from '../support/actors.ts';
import { issuedRx, requestId } from '../support/clinical.ts';
import { found, leasedAs, rxId } from '../support/reviewing.ts';

/** Loads whose answers the test gives, each to the oldest load that waits. */
function loads<T>() {
  const waiting: ((answer: T) => void)[] = [];
  const next = async () => {
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    return waiting.shift();
  };
  return {
    load: () => new Promise<T>((resolve) => void waiting.push(resolve)),
    answer: async (answer: T) => (await next())?.(answer),
  };
}

const orderId = OrderId.parse('7');
const patientId = PatientId.parse('3');
const stored = (version: number, chiefComplaint: string) => ({
  ...emptyRecord,
  ...{ id: CaseId.parse('5'), orderId, patientId, status: 0, version, updateTime: version, chiefComplaint },
});

test('a record that another device saves while it is loaded is loaded again', async () => {
  const { load, answer } = loads<LoadedRecord>();
  const machine = recordMachine.provide({ actors: { load: fromPromise<LoadedRecord, RecordInput>(load) } });
  const record = createActor(machine, { input: { orderId, patientId } }).start();
  record.send({ type: 'stored.changed', version: 2, status: 0 });
  await answer({ stored: stored(1, 'Cough'), draft: null });
  await answer({ stored: stored(2, 'Cough and fever'), draft: null });
  const { context } = await until(record, (s) => s.matches({ open: 'clean' }));
  expect([context.version, context.fields.chiefComplaint]).toEqual([2, 'Cough and fever']);
});

test('what another device adds to a signed record while that is loaded is loaded as well', async () => {
  const { load, answer } = loads<LoadedRecord>();
  const machine = recordMachine.provide({ actors: { load: fromPromise<LoadedRecord, RecordInput>(load) } });
  const record = createActor(machine, { input: { orderId, patientId } }).start();
  const signed = { ...stored(1, 'Cough'), status: 1 };
  await answer({ stored: signed, draft: null });
  await until(record, (s) => s.hasTag('signed'));
  for (const _ of ['one addendum', 'another']) record.send({ type: 'stored.changed', version: 1, status: 1 });
  await answer({ stored: signed, draft: null });
  await answer({ stored: { ...signed, updateTime: 9 }, draft: null });
  const { context } = await until(record, (s) => s.matches({ signed: 'known' }));
  expect(context.savedAt).toBe(9);
});

/** A review of a claimed prescription. */
function reviewing() {
  const { load, answer } = loads<LoadedReview>();
  const claim = fromPromise<ClaimOutcome, ReviewInput>(async () => leasedAs(1));
  const machine = reviewMachine.provide({ actors: { claim, load: fromPromise<LoadedReview, ReviewInput>(load) } });
  const review = createActor(machine, { input: { id: rxId, version: 1 } }).start();
  return { review, answer: (read: ReviewMaterial) => answer({ found: read, draft: null, offered: null }) };
}

test('a reading that changed facts made old is shown but not judged; what the next one finds is announced', async () => {
  const { review, answer } = reviewing();
  await until(review, (s) => s.matches({ holding: 'loading' }));
  review.send({ type: 'facts.changed', patientId: found.rx.patient.id });
  const allergy = { ruleCode: 'allergy', level: 'block', lineIndex: 0, needReason: false } as const;
  await answer(found);
  const older = await until(review, (s) => s.context.found !== null);
  expect(older.hasTag('decidable')).toBe(false);
  await answer({ ...found, ruleHits: [allergy] });
  const { context } = await until(review, (s) => s.hasTag('decidable'));
  expect([context.found?.ruleHits, context.findingsChanged]).toEqual([[allergy], true]);
});

test('facts of another patient that change while a review is loaded again load nothing more', async () => {
  const { review, answer } = reviewing();
  await answer(found);
  await until(review, (s) => s.hasTag('decidable'));
  review.send({ type: 'facts.changed', patientId: found.rx.patient.id });
  review.send({ type: 'facts.changed', patientId: PatientId.parse('404') });
  await answer(found);
  await until(review, (s) => s.hasTag('decidable'));
});

test.each([
  ['is decided', issuedRx(10, 1), issuedRx(20, 2), 'approved'],
  ['is submitted on another device', null, issuedRx(10, 1), 'pendingReview'],
] as const)('a prescription that %s while it is loaded is loaded again', async (_, before, after, state) => {
  const { load, answer } = loads<LoadedPrescription>();
  const machine = prescriptionMachine.provide({ actors: { load: fromPromise(load) } });
  const prescription = createActor(machine, { input: { orderId } }).start();
  const { id, status, version } = after;
  prescription.send({ type: 'status.changed', id, status, version, updateTime: null });
  await answer({ requestId, latest: before, draft: null });
  await answer({ requestId, latest: after, draft: null });
  await until(prescription, (s) => s.matches({ issued: state }));
});

test('an account that changes while it is loaded is loaded again', async () => {
  const { load, answer } = loads<Account>();
  const hospital = { id: HospitalId.parse('1'), name: 'Demo', logo: null, idleLockMs: 1, serviceHours: wholeDay };
  const login = { userId: AccountId.parse('1'), accessToken: 'a', refreshToken: 'r', expiresTime: 1, renewAt: null };
  const before = {
    ...{ memberAccountId: login.userId, doctorId: DoctorId.parse('1'), name: 'Ann', avatar: null },
    ...{ isAuditor: false, hospitalName: null },
  };
  const machine = sessionMachine.provide({
    actors: {
      configure: fromPromise<void, void>(async () => {}),
      findHospital: fromPromise<HospitalAnswer, void>(async () => ({ outcome: 'found', hospital })),
      restore: fromPromise(async (): Promise<Restored> => ({ outcome: 'fresh', login, account: before })),
      loadAccount: fromPromise<Account, void>(load),
      loadInitialData: fromPromise<void, void>(async () => {}),
    },
  });
  const session = createActor(machine).start();
  await until(session, (s) => s.matches({ active: { account: 'loading' } }));
  session.send({ type: 'account.changed' });
  await answer(before);
  await answer({ ...before, isAuditor: true });
  const { context } = await until(session, (s) => s.matches({ active: { account: 'known' } }));
  expect(context.account?.isAuditor).toBe(true);
});

test('loads that failed before do not make the first repetition of a save wait longer', async () => {
  const clock = new SimulatedClock();
  const answers = [false, false, false, true];
  const saves: number[] = [];
  const machine = recordMachine.provide({
    actors: {
      load: fromPromise<LoadedRecord, RecordInput>(async () => {
        if (!answers.shift()) throw new Error('the line broke');
        return { stored: null, draft: null };
      }),
      autosave: recordAutosave.provide({
        actors: {
          save: fromPromise(async (): Promise<SaveOutcome> => {
            saves.push(clock.now());
            throw new Error('the line broke');
          }),
        },
      }),
    },
  });
  const record = createActor(machine, { clock, input: { orderId, patientId } }).start();
  for (const ms of [4_000, 8_000, 16_000]) {
    await until(record, (s) => s.matches('unreachable'));
    clock.increment(ms);
  }
  await until(record, (s) => s.matches({ open: 'clean' }));
  record.send({ type: 'field.changed', patch: { chiefComplaint: 'Cough' } });
  clock.increment(1_500);
  await until(record, (s) => s.matches({ open: 'failed' }));
  clock.increment(4_000);
  expect(saves).toHaveLength(2);
});
