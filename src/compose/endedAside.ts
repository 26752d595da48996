import type { Subscription } from 'rxjs';
import { isComingToEnd, phase } from '../machines/consultation.ts';
import type { Workspace } from '../machines/workspace.ts';
import type { Outbox } from './outbox.ts';

type Needs = { readonly workspace: Workspace; readonly outbox: Pick<Outbox, 'unsent'> };

/** A consultation that stood out of view until its announced ending was carried out goes by itself then. */
export function closeEndedAside({ workspace, outbox }: Needs, scope: Subscription): void {
  const followed = new WeakSet<object>();
  const follow = () => {
    for (const consultation of Object.values(workspace.getSnapshot().context.consultations)) {
      if (followed.has(consultation)) continue;
      followed.add(consultation);
      let ending = false;
      consultation.subscribe((now) => {
        const isOver = phase(now) === 'closed';
        const { orderId, conversationId } = now.context.key;
        const pane = workspace.getSnapshot().context.desk.panes.find((one) => one.orderId === orderId);
        if (ending && isOver && pane?.place === 'aside' && outbox.unsent(conversationId).length === 0)
          // Not from within its own step.
          queueMicrotask(() => workspace.send({ type: 'consultation.closed', orderId }));
        if (isComingToEnd(now)) ending = true;
        else if (isOver || phase(now) === 'active') ending = false;
      });
    }
  };
  const opened = workspace.subscribe(follow);
  scope.add(() => opened.unsubscribe());
}
