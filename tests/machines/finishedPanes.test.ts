import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { AccountId, ConversationId, OrderId, TenantId } from '../../contract/ids.ts';
import type { FinishOutcome } from '../../src/domain/consultation.ts';
import type { StoredWorkspace } from '../../src/domain/paneLayout.ts';
import { consultationMachine, phase } from '../../src/machines/consultation.ts';
import { deskOf, workspaceMachine } from '../../src/machines/workspace.ts';
import { requestId } from '../support/clinical.ts';
import { order } from '../support/order.ts';

const orderId = OrderId.parse('1');

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
  const workspace = createActor(
    workspaceMachine.provide({
      actors: { consultation, restore: fromPromise(async (): Promise<StoredWorkspace | null> => null) },
    }),
    { input: { newRequestId: () => requestId } },
  ).start();
  workspace.send({ type: 'owner.entered', owner: { tenantId: TenantId.parse('1'), userId: AccountId.parse('7') } });
  await waitFor(workspace, (s) => s.matches('open'));
  const conversationId = ConversationId.parse('1');
  workspace.send({ type: 'consultation.opened', orderId, conversationId, order: order('1', { status: 20 }) });
  workspace.send({ type: 'unsent.changed', conversations: unsent ? [conversationId] : [] });
  const actor = workspace.getSnapshot().context.consultations[orderId];
  if (!actor) throw new Error('it is not open');
  actor.send({ type: 'finish.announced', finishing: { at: 108, summary: '' } });
  return {
    workspace,
    actor,
    panes: () => deskOf(workspace.getSnapshot()).panes.map((pane) => `${pane.orderId} ${pane.place}`),
    async isCarriedOut() {
      come();
      await waitFor(actor, (s) => phase(s) === 'closed');
      await Promise.resolve();
    },
  };
}

test('a pane closed during the undo time is removed once the ending is final', async () => {
  const { workspace, panes, isCarriedOut } = await ending();
  workspace.send({ type: 'consultation.closed', orderId });
  expect(panes()).toEqual(['1 minimised']);
  await isCarriedOut();
  expect([panes(), Object.keys(workspace.getSnapshot().context.consultations)]).toEqual([[], []]);
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
