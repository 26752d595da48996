import { type Observable, Subject, throwError } from 'rxjs';
import { expect, test } from 'vitest';
import { fromEventObservable, fromPromise } from 'xstate';
import { AccountId, ConversationId, HospitalId, OrderId } from '../../contract/ids.ts';
import type { FinishOutcome } from '../../src/domain/consultation.ts';
import type { StoredWorkspace } from '../../src/domain/paneLayout.ts';
import { consultationMachine } from '../../src/machines/consultation.ts';
import { phase } from '../../src/machines/selectors/consultation.ts';
import { hasLostOutbox, layoutOf } from '../../src/machines/selectors/workspace.ts';
import { workspaceMachine } from '../../src/machines/workspace.ts';
import { createActor, until } from '../support/actors.ts';
import { order } from '../support/order.ts';

const orderId = OrderId.parse('1');

type UnsentChanged = { readonly type: 'unsent.changed'; readonly conversations: readonly ConversationId[] };

/** A consultation with an announced ending. The test decides when it becomes final. */
async function ending({ unsent = false } = {}) {
  let come = () => {};
  const waitUntil = new Promise<void>((resolve) => {
    come = resolve;
  });
  const consultation = consultationMachine.provide({
    actors: {
      waitUntil: fromPromise(() => waitUntil),
      finish: fromPromise(
        async (): Promise<FinishOutcome> => ({
          outcome: 'finished',
          order: order('1', { status: 30, version: 9 }),
        }),
      ),
    },
  });
  const unsent$ = new Subject<UnsentChanged>();
  const workspace = createActor(
    workspaceMachine.provide({
      actors: {
        consultation,
        restore: fromPromise(async (): Promise<StoredWorkspace | null> => null),
        unsent: fromEventObservable(() => unsent$),
      },
    }),
  ).start();
  workspace.send({ type: 'owner.entered', owner: { hospitalId: HospitalId.parse('1'), userId: AccountId.parse('7') } });
  await until(workspace, (s) => s.matches('open'));
  const conversationId = ConversationId.parse('1');
  workspace.send({ type: 'consultation.opened', orderId, conversationId, order: order('1', { status: 20 }) });
  workspace.send({ type: 'unsent.changed', conversations: unsent ? [conversationId] : [] });
  const actor = workspace.getSnapshot().context.consultations[orderId];
  if (!actor) throw new Error('it is not open');
  actor.send({ type: 'finish.announced', finishing: { at: 108, summary: '' } });
  return {
    workspace,
    actor,
    fails: () => unsent$.error(new Error('broken outbox')),
    ends: () => unsent$.complete(),
    panes: () => layoutOf(workspace.getSnapshot()).panes.map((pane) => `${pane.orderId} ${pane.place}`),
    async isCarriedOut() {
      come();
      await until(actor, (s) => phase(s) === 'closed');
      await Promise.resolve();
    },
  };
}

test('a pane closed during the undo time is removed once the ending is final', async () => {
  const { workspace, actor, panes, isCarriedOut } = await ending();
  workspace.send({ type: 'consultation.closed', orderId });
  expect(panes()).toEqual(['1 minimised']);
  await isCarriedOut();
  expect([panes(), Object.keys(workspace.getSnapshot().context.consultations)]).toEqual([[], []]);
  expect(actor.getSnapshot().status).toBe('stopped');
});

test('an open pane stays readable after its consultation ends', async () => {
  const { panes, isCarriedOut } = await ending();
  await isCarriedOut();
  expect(panes()).toEqual(['1 grid']);
});

test('a minimised pane with unsent messages stays', async () => {
  const { workspace, panes, isCarriedOut } = await ending({ unsent: true });
  workspace.send({ type: 'consultation.closed', orderId });
  await isCarriedOut();
  expect(panes()).toEqual(['1 minimised']);
});

test('an ended consultation that is opened and minimised stays until the doctor closes it', async () => {
  const { workspace, panes, isCarriedOut } = await ending();
  await isCarriedOut();
  workspace.send({ type: 'pane.minimised', orderId });
  await Promise.resolve();
  expect(panes()).toEqual(['1 minimised']);
});

test('once the unsent messages are no longer known, a minimised pane stays, and the workspace says so', async () => {
  const { workspace, panes, fails, isCarriedOut } = await ending();
  workspace.send({ type: 'consultation.closed', orderId });
  expect(hasLostOutbox(workspace.getSnapshot())).toBe(false);
  fails();
  expect(hasLostOutbox(workspace.getSnapshot())).toBe(true);
  await isCarriedOut();
  expect(panes()).toEqual(['1 minimised']);
});

test('a workspace whose unsent messages cannot be followed from the start still opens', async () => {
  const failed$: Observable<UnsentChanged> = throwError(() => new Error('broken outbox'));
  const workspace = createActor(
    workspaceMachine.provide({
      actors: {
        restore: fromPromise(async (): Promise<StoredWorkspace | null> => null),
        unsent: fromEventObservable(() => failed$),
      },
    }),
  ).start();
  workspace.send({ type: 'owner.entered', owner: { hospitalId: HospitalId.parse('1'), userId: AccountId.parse('7') } });
  await until(workspace, (s) => s.matches('open'));
  expect(hasLostOutbox(workspace.getSnapshot())).toBe(true);
});

test('a workspace whose unsent messages are told no more goes on with what it knows', async () => {
  const { workspace, panes, ends, isCarriedOut } = await ending({ unsent: true });
  ends();
  expect([workspace.getSnapshot().status, hasLostOutbox(workspace.getSnapshot())]).toEqual(['active', false]);
  workspace.send({ type: 'consultation.closed', orderId });
  await isCarriedOut();
  expect(panes()).toEqual(['1 minimised']);
});
