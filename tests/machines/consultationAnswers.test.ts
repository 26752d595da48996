import { expect, test } from 'vitest';
import { PrescriptionId } from '../../contract/ids.ts';
import type { BlockersOutcome, FinishOutcome } from '../../src/domain/consultation.ts';
import type { Finishing } from '../../src/domain/finish.ts';
import type { LoadedRecord } from '../../src/domain/record.ts';
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
import { held, until } from '../support/actors.ts';
import { issuedRx, requestId } from '../support/clinical.ts';
import {
  awaiting,
  broken,
  consultation,
  failure,
  finished,
  running,
  said,
  unsigned,
} from '../support/openedConsultation.ts';
import { complete, stored } from '../support/openedRecord.ts';

const takenByAnother = { type: 'order.taken', doctorName: 'Dr Zhou' } as const;

test('a load that throws leaves the patient unreachable until it is tried again', async () => {
  const answers = [broken, async () => ({ outcome: 'loaded', order: running }) as const];
  const { actor, until: reaches } = consultation({ order: null, load: () => (answers.shift() ?? broken)() });
  await reaches('unreachable');
  actor.send({ type: 'retry.requested' });
  await reaches('active');
});

test('an accept that throws leaves the patient waiting, and can be repeated', async () => {
  const answers = [broken, async () => ({ outcome: 'accepted', order: running }) as const];
  const { actor, until: reaches } = consultation({ order: awaiting, accepts: () => (answers.shift() ?? broken)() });
  actor.send({ type: 'accept.requested' });
  await reaches('awaiting');
  actor.send({ type: 'accept.requested' });
  await reaches('active');
});

test('a waiting order that leaves is loaded again, to know whether it was cancelled', async () => {
  const {
    actor,
    now,
    until: reaches,
  } = consultation({
    order: awaiting,
    load: async () => ({ outcome: 'loaded', order: { ...finished, status: 40 } }),
  });
  actor.send({ type: 'order.left' });
  expect(phase(now())).toBe('loading');
  await reaches('closed');
});

test('an order that left during an accept is not loaded before the accept is answered', async () => {
  const asked = held();
  let loads = 0;
  const {
    actor,
    now,
    until: reaches,
  } = consultation({
    order: awaiting,
    accept: true,
    accepts: () => asked.answer().then(broken),
    load: async () => {
      loads += 1;
      return { outcome: 'loaded', order: finished };
    },
  });
  actor.send({ type: 'order.left' });
  actor.send(said(finished));
  expect([phase(now()), loads]).toEqual(['accepting', 0]);
  asked.give();
  await reaches('closed');
  expect(loads).toBe(1);
});

test('a panel that is chosen before the patient is accepted is open once the consultation is active', async () => {
  const { actor, now, until: reaches } = consultation({ order: awaiting });
  actor.send({ type: 'panel.shown', panel: 'record' });
  expect(recordOf(now())).toBeNull();
  actor.send({ type: 'accept.requested' });
  await reaches('active');
  expect(recordOf(now())).not.toBeNull();
});

/** A consultation whose prescription waits for its review. */
async function prescribing() {
  const answers = [issuedRx(10, 1), issuedRx(20, 2)];
  const made = consultation({
    prescription: async () => ({ latest: answers.shift() ?? null, draft: null, requestId }),
  });
  made.actor.send({ type: 'panel.shown', panel: 'prescription' });
  const prescription = prescriptionOf(made.now());
  if (!prescription) throw new Error('no prescription');
  await until(prescription, (s) => s.matches({ issued: 'pendingReview' }));
  return { ...made, prescription };
}
const approved = {
  type: 'prescription.changed',
  ...{ id: PrescriptionId.parse('9'), version: 2, status: 20, updateTime: 2 },
} as const;

test('changed facts check the prescription again, whether the consultation is active or ends', async () => {
  const { actor, prescription, checks, until: reaches } = await prescribing();
  actor.send({ type: 'facts.changed' });
  await until(prescription, (s) => s.context.checked !== null && !s.context.factsChanged);
  expect(checks).toEqual(['9']);
  actor.send({ type: 'finish.requested', summary: '' });
  await reaches('undoable');
  actor.send({ type: 'facts.changed' });
  await until(prescription, () => checks.length === 2);
});

test('news of a prescription reach it while the consultation is active and while it ends', async () => {
  const [active, ending] = [await prescribing(), await prescribing()];
  ending.actor.send({ type: 'finish.requested', summary: '' });
  await ending.until('undoable');
  for (const { actor, prescription } of [active, ending]) {
    actor.send(approved);
    await until(prescription, (s) => s.matches({ issued: 'approved' }));
  }
});

test('news of a record reach it, also while the consultation ends', async () => {
  const versions: LoadedRecord[] = [3, 4, 5].map((version) => ({ stored: stored(version, complete), draft: null }));
  const {
    actor,
    now,
    until: reaches,
  } = consultation({
    record: async () => versions.shift() ?? { stored: null, draft: null },
  });
  actor.send({ type: 'panel.shown', panel: 'record' });
  const record = recordOf(now());
  if (!record) throw new Error('no record');
  await until(record, (s) => s.matches({ open: 'clean' }));
  actor.send({ type: 'record.changed', version: 4, status: 0 });
  await until(record, (s) => s.context.version === 4);
  actor.send({ type: 'finish.requested', summary: '' });
  await reaches('undoable');
  actor.send({ type: 'record.changed', version: 5, status: 0 });
  await until(record, (s) => s.context.version === 5);
});

test('news and facts of a patient whose panels were never opened change nothing', () => {
  const { actor, now } = consultation({ order: awaiting });
  actor.send({ type: 'facts.changed' });
  actor.send({ type: 'record.changed', version: 4, status: 0 });
  actor.send(approved);
  expect([recordOf(now()), prescriptionOf(now()), phase(now())]).toEqual([null, null, 'awaiting']);
});

test('an ending can be cancelled while its blockers are looked for', async () => {
  const asked = held<BlockersOutcome>();
  const { actor, now, until: reaches, finishes } = consultation({ findsBlockers: asked.answer });
  actor.send({ type: 'finish.requested', summary: '' });
  expect([phase(now()), canWrite(now())]).toEqual(['checking', false]);
  actor.send({ type: 'finish.cancelled' });
  await reaches('active');
  asked.give({ outcome: 'found', blockers: [] });
  expect([phase(now()), finishes]).toEqual(['active', []]);
});

test.each([
  ['its check', { findsBlockers: broken }],
  ['its announcement', { announces: broken }],
])('an ending is given up if %s throws, and the doctor can go on', async (_, given) => {
  const { actor, now, until: reaches, delivered, finishes } = consultation(given);
  actor.send({ type: 'finish.requested', summary: '' });
  expect(canWrite(now())).toBe(false);
  await reaches('active');
  actor.send({ type: 'reply.written', reply: textReply('One more thing') });
  expect([finalAt(now()), finishes, delivered.length]).toEqual([null, [], 1]);
});

test('an announced ending is carried out even if the clock that waits for it breaks', async () => {
  const { clockBreaks, until: reaches, finishes } = consultation({ finishing: { at: 108, summary: 'Rest' } });
  clockBreaks();
  await reaches('closed');
  expect(finishes).toEqual(['Rest']);
});

test('an ending that throws leaves the consultation active and forgets the announcement', async () => {
  const {
    now,
    until: reaches,
    kept,
    undoTimePasses,
  } = consultation({
    finishing: { at: 108, summary: 'Rest' },
    finish: broken,
  });
  undoTimePasses();
  await reaches('active');
  expect([finalAt(now()), kept, canWrite(now())]).toEqual([null, [null], true]);
});

test('an order that left during its ending is loaded once the ending has failed', async () => {
  const asked = held<FinishOutcome>();
  const {
    actor,
    now,
    until: reaches,
    finishes,
    undoTimePasses,
  } = consultation({
    finishing: { at: 108, summary: '' },
    finish: asked.answer,
    load: async () => ({ outcome: 'loaded', order: finished }),
  });
  undoTimePasses();
  await reaches('ending');
  await expect.poll(() => finishes).toHaveLength(1);
  actor.send({ type: 'order.left' });
  expect(phase(now())).toBe('ending');
  asked.give({ outcome: 'failed', failure });
  await reaches('closed');
  expect(failureOf(now())).toBeNull();
});

test('a patient whom a colleague has accepted cannot be accepted any more', () => {
  const { actor, now } = consultation({ order: awaiting });
  actor.send(takenByAnother);
  expect([phase(now()), now().can({ type: 'accept.requested' })]).toEqual(['lost', false]);
});

test('an order that left its ending and is heard of again is loaded once the ending has failed', async () => {
  const asked = held<FinishOutcome>();
  const {
    actor,
    now,
    until: reaches,
    kept,
    finishes,
    undoTimePasses,
  } = consultation({
    finishing: { at: 108, summary: '' },
    finish: asked.answer,
    load: async () => ({ outcome: 'loaded', order: { ...running, version: 5 } }),
  });
  undoTimePasses();
  await expect.poll(() => finishes).toHaveLength(1);
  actor.send({ type: 'order.left' });
  actor.send(said(finished));
  expect(phase(now())).toBe('ending');
  asked.give({ outcome: 'failed', failure });
  await reaches('active');
  expect([finalAt(now()), kept]).toEqual([null, [null]]);
});

test.each([
  ['an accept', { order: awaiting, accept: true }],
  ['an ending', { finishing: { at: 108, summary: '' } }],
])('%s that failed says why while the order that left cannot be loaded', async (_, given) => {
  const asked = held();
  const failed = async () => {
    await asked.answer();
    return { outcome: 'failed', failure } as const;
  };
  const {
    actor,
    now,
    until: reaches,
    undoTimePasses,
  } = consultation({
    ...given,
    ...{ accepts: failed, finish: failed, load: broken },
  });
  undoTimePasses();
  await until(actor, (s) => ['accepting', 'ending'].includes(phase(s)));
  actor.send({ type: 'order.left' });
  asked.give();
  await reaches('unreachable');
  expect(failureOf(now())).toEqual(failure);
});

test('news of the order that change no status leave the question about its ending open', async () => {
  const { actor, now, until: reaches } = consultation({ blockers: { outcome: 'found', blockers: [unsigned] } });
  actor.send({ type: 'finish.requested', summary: '' });
  await reaches('confirming');
  actor.send({ type: 'order.refreshed', order: { ...running, version: 7 } });
  expect([phase(now()), orderOf(now())?.version]).toEqual(['confirming', 7]);
});

test('blockers that are gone at the next ending are named no more', async () => {
  const answers: BlockersOutcome[] = [
    { outcome: 'found', blockers: [unsigned] },
    { outcome: 'found', blockers: [] },
  ];
  const {
    actor,
    now,
    until: reaches,
  } = consultation({
    findsBlockers: async () => answers.shift() ?? { outcome: 'failed', failure },
  });
  actor.send({ type: 'finish.requested', summary: '' });
  await reaches('confirming');
  actor.send({ type: 'finish.cancelled' });
  actor.send({ type: 'finish.requested', summary: '' });
  await reaches('undoable');
  expect(blockersOf(now())).toEqual([]);
});

test('an ending of another window is carried out with its summary', async () => {
  const { actor, until: reaches, finishes, reported, undoTimePasses } = consultation();
  actor.send({ type: 'finish.announced', finishing: { at: 108, summary: 'Rest' } });
  undoTimePasses();
  await reaches('closed');
  expect([finishes, reported]).toEqual([['Rest'], ['1']]);
});

test('a consultation that the platform ends during the undo time is reported once, its ending forgotten', async () => {
  const { actor, now, kept, reported } = consultation({ finishing: { at: 108, summary: '' } });
  actor.send({ type: 'order.refreshed', order: finished });
  expect([phase(now()), finalAt(now()), kept, reported]).toEqual(['closed', null, [null], ['1']]);
  actor.send({ type: 'order.refreshed', order: { ...finished, status: 40, version: 9 } });
  expect(reported).toEqual(['1']);
});

test('a consultation that the platform ends while its ending is announced here is reported', async () => {
  const { actor, now, until: reaches, reported } = consultation({ announces: held<Finishing>().answer });
  actor.send({ type: 'finish.requested', summary: '' });
  await reaches('announcing');
  actor.send({ type: 'order.refreshed', order: finished });
  expect([phase(now()), reported]).toEqual(['closed', ['1']]);
});

test('an ending that was undone is not reported when the platform ends the consultation later', async () => {
  const { actor, now, until: reaches, reported } = consultation();
  actor.send({ type: 'finish.requested', summary: '' });
  await reaches('undoable');
  actor.send({ type: 'finish.undone' });
  actor.send({ type: 'order.refreshed', order: finished });
  expect([phase(now()), reported]).toEqual(['closed', []]);
});
