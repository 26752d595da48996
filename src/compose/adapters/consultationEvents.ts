import type { Subscription } from 'rxjs';
import type { AccountId } from '../../../contract/ids.ts';
import { doerName } from '../../domain/owner.ts';
import type { Workspace } from '../../machines/workspace.ts';
import type { ImSocket } from '../../services/imSocket.ts';
import type { AwaitingList } from '../../streams/awaiting.ts';
import type { Inbox } from '../../streams/inbox.ts';

type Needs = {
  readonly workspace: Workspace;
  readonly applied$: Inbox['applied$'];
  readonly hear: ImSocket['hear'];
  readonly list: AwaitingList['list'];
  /** Who works here: what they took themselves is no news. */
  readonly me: AccountId;
  readonly language: () => string;
};

/** Brings what the platform tells of orders and prescriptions to the consultations that are open here. */
export function forwardConsultationEvents(
  { workspace, applied$, hear, list, me, language }: Needs,
  scope: Subscription,
): void {
  const opened = () => workspace.getSnapshot().context.consultations;
  const inConversation = (conversationId: string) =>
    Object.values(opened()).find((actor) => actor.getSnapshot().context.key.conversationId === conversationId);

  scope.add(
    applied$.subscribe(({ conversationId, event }) => {
      if (event.kind === 'order') {
        const { status, version, time } = event;
        inConversation(conversationId)?.send({ type: 'order.changed', status, version, time });
      }
      if (event.kind === 'prescription') {
        const { prescriptionId: id, version } = event;
        inConversation(conversationId)?.send({ type: 'prescription.changed', id, version });
      }
    }),
  );
  scope.add(
    hear('prescription:changed').subscribe(({ id, orderId, version }) => {
      opened()[orderId]?.send({ type: 'prescription.changed', id, version });
    }),
  );
  scope.add(
    list.subscribe(({ waiting, running }) => {
      for (const order of [...waiting, ...running]) opened()[order.id]?.send({ type: 'order.refreshed', order });
    }),
  );
  scope.add(
    hear('awaiting:changed').subscribe(({ orderId, change, by }) => {
      if (change === 'taken' && by?.id !== me)
        opened()[orderId]?.send({ type: 'order.taken', doctorName: by ? doerName(by, language()) : null });
      else if (change !== 'added') opened()[orderId]?.send({ type: 'order.left' });
    }),
  );
}
