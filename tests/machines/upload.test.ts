import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { fromEventObservable, fromObservable, fromPromise, SimulatedClock } from 'xstate';
import { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import type { Preparation, Transmission, Upload } from '../../src/domain/attachedFiles.ts';
import { attachedFrom } from '../../src/machines/selectors/upload.ts';
import { type TransmissionEvent, uploadMachine } from '../../src/machines/upload.ts';
import { createActor, until } from '../support/actors.ts';

const as = ClientMessageId.parse('0190a1b2-0000-7000-8000-000000000000');
const other = ClientMessageId.parse('0190a1b2-0000-7000-8000-000000000001');
const stored = { url: '/files/1', name: 'a.jpg', size: 3, type: 'image/jpeg', width: 4, height: 3 };
const attached: Upload = {
  ...{ id: 'u1', conversationId: ConversationId.parse('c1'), kind: 'image', name: 'a.png', type: 'image/png' },
  ...{ size: 9, width: 0, height: 0, durationS: 0, addedAt: 1, sendAs: null, stored: null },
};
const scaled = new Blob(['abc']);
const prepared: Preparation = {
  ...{ outcome: 'prepared', file: scaled, name: 'a.jpg', type: 'image/jpeg', width: 4, height: 3 },
};
const broken = () => Promise.reject(new Error('broken'));

type Given = {
  readonly upload?: Partial<Upload>;
  readonly isStoredLocally?: boolean;
  readonly prepare?: () => Promise<Preparation>;
  readonly keep?: () => Promise<void>;
  readonly drop?: () => Promise<void>;
};

/** One attached file; the test ends its transmissions and its hand-over. */
function attaching({ upload, isStoredLocally = false, prepare, keep, drop }: Given = {}) {
  const clock = new SimulatedClock();
  const sends: Subject<TransmissionEvent>[] = [];
  const handed$ = new Subject<never>();
  const done: string[] = [];
  const saved: Upload[] = [];
  const machine = uploadMachine.provide({
    actors: {
      prepare: fromPromise(prepare ?? (async () => prepared)),
      storeLocally: fromPromise(async (): Promise<unknown> => (keep ? keep() : done.push('kept'))),
      transmit: fromEventObservable(() => {
        const events$ = new Subject<TransmissionEvent>();
        sends.push(events$);
        return events$;
      }),
      handOver: fromObservable(({ input }) => {
        done.push(`handed over as ${input.sendAs}`);
        return handed$;
      }),
      drop: fromPromise(async (): Promise<unknown> => {
        done.push('dropped');
        return drop?.();
      }),
    },
    actions: { save: (_, now) => void saved.push(now), giveUp: () => void done.push('given up') },
  });
  const input = { upload: { ...attached, ...upload }, file: new Blob(['abcdefghi']), isStoredLocally };
  const actor = createActor(machine, { clock, input }).start();
  const now = () => actor.getSnapshot();
  const is = (state: ReturnType<typeof now>['value']) => until(actor, (s) => s.matches(state));
  const ends = (output: Transmission) => sends.at(-1)?.next({ type: 'transmission.ended', output });
  /** The file is transmitted now. */
  const goes = async () => {
    await is('waiting');
    actor.send({ type: 'turn.granted' });
  };
  return { actor, clock, sends, handed$, done, saved, now, is, ends, goes };
}

test('a file is prepared and kept on this machine, then it waits for its turn', async () => {
  const { actor, sends, done, is, now } = attaching();
  await is('waiting');
  expect(attachedFrom(now())).toMatchObject({ state: 'waiting', name: 'a.jpg', width: 4, size: 3, file: scaled });
  expect([done, now().context.isStoredLocally, sends.length]).toEqual([['kept'], true, 0]);
  actor.send({ type: 'turn.granted' });
  expect([attachedFrom(now())?.state, sends.length]).toEqual(['uploading', 1]);
});

test('a file that cannot be kept on this machine is transmitted all the same', async () => {
  const { is, now } = attaching({ keep: broken });
  await is('waiting');
  expect(now().context.isStoredLocally).toBe(false);
});

test.each([
  ['is too large', async () => ({ outcome: 'tooLarge' }) as const, 'tooLarge'],
  ['cannot be read', async () => ({ outcome: 'unreadable' }) as const, 'unreadable'],
  ['breaks its preparation', broken, 'unreadable'],
] as const)('a file that %s is never transmitted and can be removed', async (_, prepare, state) => {
  const { actor, is, now } = attaching({ prepare });
  await is(state);
  actor.send({ type: 'turn.granted' });
  expect(attachedFrom(now())?.state).toBe(state);
  actor.send({ type: 'cancel.requested' });
  await is('done');
});

test('a file of an earlier page is not prepared again', async () => {
  const { now } = attaching({ isStoredLocally: true, prepare: broken });
  expect(attachedFrom(now())).toMatchObject({ state: 'waiting', name: 'a.png' });
});

test('a file that an earlier page has transmitted is ready, or handed over if the doctor had sent it', () => {
  expect(attachedFrom(attaching({ upload: { stored } }).now())?.state).toBe('ready');
  expect(attaching({ upload: { stored, sendAs: as } }).done).toEqual([`handed over as ${as}`]);
});

test('a transmission shows how much has arrived; without a link the file waits for its next turn', async () => {
  const { actor, sends, now, goes } = attaching();
  await goes();
  sends[0]?.next({ type: 'progress.made', part: 0.5 });
  expect(attachedFrom(now())).toMatchObject({ state: 'uploading', part: 0.5 });
  actor.send({ type: 'link.lost' });
  expect([attachedFrom(now())?.state, sends[0]?.observed]).toEqual(['waiting', false]);
});

test('a transmission that is lost or breaks is repeated after growing pauses', async () => {
  const { actor, clock, sends, now, ends, goes } = attaching();
  await goes();
  ends({ outcome: 'lost' });
  clock.increment(499);
  expect(attachedFrom(now())?.state).toBe('paused');
  clock.increment(1);
  expect(attachedFrom(now())?.state).toBe('waiting');
  actor.send({ type: 'turn.granted' });
  sends[1]?.error(new Error('broken'));
  clock.increment(999);
  expect(attachedFrom(now())?.state).toBe('paused');
  clock.increment(1);
  expect(attachedFrom(now())?.state).toBe('waiting');
});

test('a link that returns ends the pause of a file, and its pauses begin anew', async () => {
  const { actor, clock, now, ends, goes } = attaching();
  await goes();
  ends({ outcome: 'lost' });
  clock.increment(500);
  actor.send({ type: 'turn.granted' });
  ends({ outcome: 'lost' });
  actor.send({ type: 'link.restored' });
  expect([attachedFrom(now())?.state, now().context.attempts]).toEqual(['waiting', 0]);
});

test('a file that the platform refuses says why, and is transmitted again on request', async () => {
  const { actor, now, ends, goes } = attaching();
  await goes();
  ends({ outcome: 'refused', message: 'No such conversation' });
  expect(attachedFrom(now())).toMatchObject({ state: 'refused', refusal: 'No such conversation' });
  actor.send({ type: 'retry.requested' });
  expect(attachedFrom(now())).toMatchObject({ state: 'waiting', refusal: '' });
});

test('a file that is sent before it has arrived is handed over once it has, under its first id', async () => {
  const { actor, handed$, done, saved, is, ends, goes } = attaching();
  for (const id of [as, other]) actor.send({ type: 'send.requested', as: id });
  await goes();
  ends({ outcome: 'stored', stored });
  expect(done).toEqual(['kept', `handed over as ${as}`]);
  expect(saved.map((one) => [one.sendAs, one.stored])).toEqual([
    [as, null],
    [as, stored],
  ]);
  handed$.complete();
  await is('done');
  expect(done.at(-1)).toBe('dropped');
});

test('a file that has arrived is handed over when the doctor sends it', async () => {
  const { actor, done, saved, now, ends, goes } = attaching();
  await goes();
  ends({ outcome: 'stored', stored });
  expect(attachedFrom(now())).toMatchObject({ state: 'ready', part: 1, stored });
  actor.send({ type: 'send.requested', as });
  expect([attachedFrom(now()), done.at(-1), saved.at(-1)?.sendAs]).toEqual([null, `handed over as ${as}`, as]);
});

test('a file whose message is in the outbox cannot be cancelled any more', async () => {
  const { actor, handed$, done, is } = attaching({ upload: { stored, sendAs: as } });
  actor.send({ type: 'cancel.requested' });
  handed$.complete();
  actor.send({ type: 'cancel.requested' });
  await is('done');
  expect(done).toEqual([`handed over as ${as}`, 'dropped']);
});

test('a hand-over that fails keeps the file for the next page', async () => {
  const { handed$, done, is } = attaching({ upload: { stored, sendAs: as } });
  handed$.error(new Error('the outbox broke'));
  await is('done');
  expect(done).toEqual([`handed over as ${as}`]);
});

test.each([
  ['', undefined],
  [' and cannot be deleted here', broken],
] as const)('a file that is cancelled%s is given up at the platform and is gone', async (_, drop) => {
  const { actor, done, sends, is, goes } = attaching(drop ? { drop } : {});
  await goes();
  actor.send({ type: 'cancel.requested' });
  await is('done');
  expect([done, sends[0]?.observed]).toEqual([['kept', 'given up', 'dropped'], false]);
});
