import { map, type Observable, Subscription } from 'rxjs';
import { createActor } from 'xstate';
import { AuditStatus } from '../../clinical/lifecycle/audit.ts';
import type { Api } from '../../contract/catalogue.ts';
import type { Owner } from '../domain/owner.ts';
import type { ReviewDesk } from '../screens/app.ts';
import type { ImSocket } from '../services/imSocket.ts';
import { prescriptionQueue } from '../streams/prescriptionQueue.ts';
import { watched } from '../streams/watched.ts';
import { ask } from './calls.ts';
import { liveAuditQueue } from './reviewActors.ts';

type Needs = {
  readonly owner: Owner;
  readonly api: Api;
  readonly socket: ImSocket;
  readonly visible$: Observable<boolean>;
};

const slowPollMs = 45_000;
const maxPauseMs = 60_000;
const watchAgainMs = 2_000;
const pageSize = 200;
const openStates: readonly number[] = [AuditStatus.waiting, AuditStatus.claimed];

/** Builds everything of one signed-in auditor. */
export function openReviewDesk({ owner, api, socket, visible$ }: Needs): { readonly desk: ReviewDesk; close(): void } {
  const scope = new Subscription();
  const queue = prescriptionQueue(
    {
      linked$: watched({
        linked$: socket.linked$,
        ask: async () => (await socket.ask('audit:watch', {})) !== null,
        againMs: watchAgainMs,
      }),
      visible$,
      everyMs: slowPollMs,
      maxPauseMs,
      hints$: socket.hear('audit:changed'),
      loadAll: () => ask(() => api.pullAudit({ updateTime: 0, lastId: 0, limit: pageSize }, { quiet: true })),
      pull: (cursor) => ask(() => api.pullAudit({ ...cursor, limit: pageSize }, { quiet: true })),
      isOpen: (status) => openStates.includes(status),
    },
    scope,
  );
  const auditQueue = createActor(liveAuditQueue({ api })).start();
  scope.add(
    queue.queue.pipe(map(({ removed }) => removed.at(-1))).subscribe((removed) => {
      const open = auditQueue.getSnapshot().context.open;
      if (removed && open?.id === removed.id && removed.reason === 'withdrawn')
        auditQueue.send({ type: 'item.withdrawn', id: removed.id, message: '' });
    }),
  );
  return {
    desk: { owner, queue, auditQueue },
    close() {
      auditQueue.stop();
      scope.unsubscribe();
    },
  };
}
