import { expect, test } from 'vitest';
import { PrescriptionId } from '../../contract/ids.ts';
import type { LoadOutcome } from '../../src/domain/consultation.ts';
import { textReply } from '../../src/domain/reply.ts';
import {
  blockersOf,
  canWrite,
  failureOf,
  finalAt,
  orderOf,
  phase,
  prescriptionOf,
  recordOf,
} from '../../src/machines/selectors/consultation.ts';
import { held } from '../support/actors.ts';
import {
  awaiting,
  broken,
  consultation,
  failure,
  finished,
  refused,
  running,
  said,
  unsent,
  unsigned,
} from '../support/openedConsultation.ts';

test('an active order opens writable', () => {
  const { now } = consultation();
  expect([phase(now()), canWrite(now())]).toEqual(['active', true]);
});

test('an unknown order is loaded first; a failed load shows why and can be retried', async () => {
  const answers: LoadOutcome[] = [
    { outcome: 'failed', failure },
    { outcome: 'loaded', order: running },
  ];
  const load = async () => answers.shift() ?? { outcome: 'failed' as const, failure };
  const { actor, until, now } = consultation({ order: null, load });
  await until('unreachable');
  expect(failureOf(now())).toEqual(failure);
  actor.send({ type: 'retry.requested' });
  await until('active');
  expect(failureOf(now())).toBeNull();
});

test('a waiting patient is only accepted on request', async () => {
  const { actor, until, now } = consultation({ order: awaiting });
  expect([phase(now()), canWrite(now())]).toEqual(['awaiting', false]);
  actor.send({ type: 'accept.requested' });
  await until('active');
  expect(orderOf(now())?.status).toBe(20);
});

test('if a colleague accepted the patient first, the consultation ends with their name', async () => {
  const accepts = async () => ({ outcome: 'takenByAnother', doctorName: 'Dr Zhou' }) as const;
  const { until, now } = consultation({ order: awaiting, accept: true, accepts });
  await until('lost');
  expect([now().status, now().output]).toEqual([
    'done',
    { outcome: 'takenByAnother', orderId: '1', doctorName: 'Dr Zhou' },
  ]);
});

test('a failed accept leaves the patient waiting and shows why', async () => {
  const { until, now } = consultation({
    order: awaiting,
    accept: true,
    accepts: async () => ({ outcome: 'failed', failure }),
  });
  await until('awaiting');
  expect(failureOf(now())).toEqual(failure);
});

test('a patient whom a colleague takes during an unanswered accept is lost, even if the accept then fails', async () => {
  const { actor, now } = consultation({ order: awaiting, accept: true, accepts: () => new Promise(() => {}) });
  expect(phase(now())).toBe('accepting');
  actor.send({ type: 'order.taken', doctorName: 'Dr Zhou' });
  expect(now().output?.doctorName).toBe('Dr Zhou');
});

test.each([
  ['answers that it failed', refused],
  ['throws', broken],
] as const)('an order that left while an accept that %s was unanswered is loaded again', async (_, answered) => {
  const asked = held();
  const { actor, until, now } = consultation({
    order: awaiting,
    accept: true,
    accepts: () => asked.answer().then(answered),
    load: async () => ({ outcome: 'loaded', order: finished }),
  });
  actor.send({ type: 'order.left' });
  expect(phase(now())).toBe('accepting');
  asked.give();
  await until('closed');
});

test.each([
  ['that failed was in fact carried out', refused, running, 'active'],
  ['that throws was in fact carried out', broken, running, 'active'],
  ['that failed came after the end of the order', refused, finished, 'closed'],
] as const)(
  'an accept %s, as the conversation has said: the order is loaded again',
  async (_, answered, order, wanted) => {
    const asked = held();
    const { actor, until, now } = consultation({
      order: awaiting,
      accept: true,
      accepts: () => asked.answer().then(answered),
      load: async () => ({ outcome: 'loaded', order }),
    });
    actor.send(said(order));
    expect(phase(now())).toBe('accepting');
    asked.give();
    await until(wanted);
  },
);

test('a finish that fails although the conversation has said that the order ended: it is loaded again', async () => {
  const asked = held();
  const { actor, until, now, undoTimePasses, finishes } = consultation({
    finishing: { at: 0, summary: '' },
    finish: () => asked.answer().then(refused),
    load: async () => ({ outcome: 'loaded', order: finished }),
  });
  undoTimePasses();
  await expect.poll(() => finishes).toHaveLength(1);
  actor.send(said(finished));
  expect(phase(now())).toBe('ending');
  asked.give();
  await until('closed');
});

test('a patient whom a colleague accepts while the consultation is open is lost', () => {
  const { actor, now } = consultation({ order: awaiting });
  actor.send({ type: 'order.taken', doctorName: 'Dr Zhou' });
  expect(now().output?.doctorName).toBe('Dr Zhou');
});

test('a reply is sent only while the consultation is active', () => {
  const { actor, delivered } = consultation({ order: awaiting });
  actor.send({ type: 'reply.written', reply: textReply('too early') });
  actor.send({ type: 'order.refreshed', order: running });
  actor.send({ type: 'reply.written', reply: textReply('Hello') });
  actor.send({ type: 'order.refreshed', order: finished });
  actor.send({ type: 'reply.written', reply: textReply('too late') });
  expect(delivered).toEqual([textReply('Hello').content]);
});

test('a prescription that is there already is followed before its panel is opened', () => {
  const { now } = consultation({ order: { ...running, prescriptionIds: [PrescriptionId.parse('8')] } });
  expect(prescriptionOf(now())).not.toBeNull();
  expect(prescriptionOf(consultation().now())).toBeNull();
});

test('the first news of a prescription starts its machine once, whatever panel is shown', () => {
  const { actor, now } = consultation();
  const news = {
    type: 'prescription.changed',
    id: PrescriptionId.parse('8'),
    version: 1,
    status: 10,
    updateTime: 1,
  } as const;
  actor.send(news);
  const started = prescriptionOf(now());
  expect(started).not.toBeNull();
  actor.send(news);
  actor.send({ type: 'panel.shown', panel: 'prescription' });
  expect(prescriptionOf(now())).toBe(started);
});

test('chat, record and prescription run in parallel, and closing the record does not stop its machine', () => {
  const { actor, now } = consultation();
  actor.send({ type: 'panel.shown', panel: 'record' });
  actor.send({ type: 'panel.shown', panel: 'prescription' });
  expect([canWrite(now()), recordOf(now()) !== null, prescriptionOf(now()) !== null]).toEqual([true, true, true]);
  const record = recordOf(now());
  actor.send({ type: 'panel.shown', panel: null });
  actor.send({ type: 'panel.shown', panel: 'record' });
  expect(record).not.toBeNull();
  expect(recordOf(now())).toBe(record);
});

test('an outdated order event changes nothing, and open panels stay open', () => {
  const { actor, now } = consultation();
  actor.send({ type: 'panel.shown', panel: 'record' });
  actor.send({ type: 'order.refreshed', order: awaiting });
  actor.send({ type: 'order.changed', status: 10, version: 1, time: 1 });
  expect([phase(now()), recordOf(now()) !== null, orderOf(now())?.version]).toEqual(['active', true, 2]);
});

test('a consultation that the platform ends stays readable', async () => {
  const { actor, until, now } = consultation({ load: async () => ({ outcome: 'loaded', order: finished }) });
  actor.send({ type: 'order.changed', status: 30, version: 3, time: 1 });
  await until('closed');
  expect([now().status, canWrite(now())]).toEqual(['active', false]);
});

test('an ending is announced, can be undone, and becomes final after the undo time', async () => {
  const { actor, until, now, kept, finishes, undoTimePasses } = consultation();
  actor.send({ type: 'finish.requested', summary: 'Rest' });
  await until('undoable');
  expect([finalAt(now()), kept, finishes]).toEqual([108, [108], []]);
  actor.send({ type: 'finish.undone' });
  expect([phase(now()), finalAt(now()), kept]).toEqual(['active', null, [108, null]]);
  actor.send({ type: 'finish.requested', summary: 'Rest well' });
  await until('undoable');
  undoTimePasses();
  await until('closed');
  expect([finishes, finalAt(now()), orderOf(now())?.status]).toEqual([['Rest well'], null, 30]);
});

test('undoing or cancelling an ending leaves record and prescription unchanged', async () => {
  const { actor, until, now } = consultation({ blockers: { outcome: 'found', blockers: [unsigned] } });
  actor.send({ type: 'panel.shown', panel: 'record' });
  actor.send({ type: 'panel.shown', panel: 'prescription' });
  actor.send({ type: 'finish.requested', summary: '' });
  await until('confirming');
  actor.send({ type: 'finish.cancelled' });
  expect([canWrite(now()), recordOf(now()) !== null, prescriptionOf(now()) !== null]).toEqual([true, true, true]);
  actor.send({ type: 'finish.requested', summary: '' });
  await until('confirming');
  actor.send({ type: 'finish.confirmed' });
  await until('undoable');
  actor.send({ type: 'finish.undone' });
  expect([canWrite(now()), recordOf(now()) !== null, prescriptionOf(now()) !== null]).toEqual([true, true, true]);
});

test('an ending announced in another window can be undone in either window', async () => {
  const { actor, now, withdrawn } = consultation();
  const finishing = { at: 108, summary: 'Rest' };
  actor.send({ type: 'panel.shown', panel: 'record' });
  actor.send({ type: 'finish.announced', finishing });
  expect([phase(now()), finalAt(now())]).toEqual(['undoable', 108]);
  actor.send({ type: 'finish.undoneElsewhere' });
  expect([phase(now()), finalAt(now()), recordOf(now()) !== null, withdrawn]).toEqual(['active', null, true, []]);
  actor.send({ type: 'finish.announced', finishing });
  actor.send({ type: 'finish.undone' });
  expect([phase(now()), withdrawn]).toEqual(['active', ['1']]);
});

test('blockers are named, and the doctor may end anyway', async () => {
  const { actor, until, now, kept } = consultation({ blockers: { outcome: 'found', blockers: [unsigned] } });
  actor.send({ type: 'finish.requested', summary: '' });
  await until('confirming');
  expect(blockersOf(now())).toEqual([unsigned]);
  actor.send({ type: 'finish.cancelled' });
  expect(phase(now())).toBe('active');
  actor.send({ type: 'finish.requested', summary: '' });
  await until('confirming');
  actor.send({ type: 'finish.confirmed' });
  await until('undoable');
  expect([finalAt(now()), kept]).toEqual([108, [108]]);
});

test('the doctor cannot end with unsent messages', async () => {
  const { actor, until, now } = consultation({ blockers: { outcome: 'found', blockers: [unsigned, unsent] } });
  actor.send({ type: 'finish.requested', summary: '' });
  await until('confirming');
  actor.send({ type: 'finish.confirmed' });
  expect(phase(now())).toBe('confirming');
});

test('a failed check stops the ending and shows why', async () => {
  const { actor, until, now } = consultation({ blockers: { outcome: 'failed', failure } });
  actor.send({ type: 'finish.requested', summary: '' });
  await until('active');
  expect([failureOf(now()), finalAt(now())]).toEqual([failure, null]);
});

test('an ending that the platform refuses leaves the consultation active', async () => {
  const { actor, until, now, kept, undoTimePasses } = consultation({
    finish: async () => ({ outcome: 'failed', failure }),
  });
  actor.send({ type: 'finish.requested', summary: '' });
  await until('undoable');
  undoTimePasses();
  await until('active');
  expect([failureOf(now()), finalAt(now()), kept.at(-1)]).toEqual([failure, null, null]);
});

test('an ending that the platform answers with a running order is over: the consultation goes on', async () => {
  const finish = async () => ({ outcome: 'finished' as const, order: running });
  const { actor, until, now, kept, undoTimePasses } = consultation({ finish });
  actor.send({ type: 'finish.requested', summary: '' });
  await until('undoable');
  undoTimePasses();
  await until('active');
  expect([finalAt(now()), kept]).toEqual([null, [108, null]]);
});

test('an announced ending survives a reload and can still be undone', async () => {
  const { now, until, finishes, undoTimePasses } = consultation({ finishing: { at: 108, summary: 'Rest' } });
  expect([phase(now()), finalAt(now())]).toEqual(['undoable', 108]);
  undoTimePasses();
  await until('closed');
  expect(finishes).toEqual(['Rest']);
});
