import { expect, test } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import { createConsultationMachine } from '../../../src/compose/adapters/consultation.ts';
import { order, startOfTest } from '../../support/fakeApp.tsx';

/** The call that finishes a consultation, with the summary that its dialog has stored; no screen is open. */
async function finishes(typed: string, summary: string) {
  const kept = new Map<string, unknown>([['form:summary of 1', { form: typed }]]);
  const machine = createConsultationMachine({
    api: { finishOrder: async () => ({ ok: true, data: order('1', 'Wang Min') }) } as never,
    outbox: {} as never,
    attached: async () => 0,
    alarm: () => () => {},
    now: () => startOfTest,
    pendingFinishes: { keep: async () => {}, drop: () => {}, undo: () => {} },
    drafts: {
      read: async (key, shape) => shape.parse(kept.get(key)),
      adopt: () => {},
      drop: (key) => void kept.delete(key),
    },
    record: {} as never,
    prescription: {} as never,
  });
  const finish = machine.implementations.actors.finish as unknown as AnyActorLogic;
  const one = order('1', 'Wang Min');
  const key = { orderId: one.id, conversationId: one.conversationId };
  const actor = createActor(finish, { input: { key, order: one, summary } });
  actor.start();
  await toPromise(actor);
  return kept;
}

test('a summary that was sent leaves this machine, also when its pane was closed at once', async () => {
  const kept = await finishes('Rest and drink. ', 'Rest and drink.');
  await expect.poll(() => kept.size).toBe(0);
});

test('a summary that differs from the one that was sent stays', async () => {
  const kept = await finishes('Rest, and come back on Monday', 'Rest');
  await new Promise(setImmediate);
  expect(kept.size).toBe(1);
});
