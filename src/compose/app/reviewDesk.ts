import { distinctUntilChanged, filter, map, type Observable, Subscription } from 'rxjs';
import { createActor } from 'xstate';
import { AuditStatus } from '../../../clinical/lifecycle/audit.ts';
import type { Api } from '../../../contract/catalogue.ts';
import type { PrescriptionId } from '../../../contract/ids.ts';
import { uuidv7 } from '../../../contract/uuidv7.ts';
import { type Owner, ownerName } from '../../domain/owner.ts';
import type { AuditQueue } from '../../machines/auditQueue.ts';
import type { ReviewDesk } from '../../screens/app.ts';
import type { Alarm } from '../../services/alarm.ts';
import { browserParts } from '../../services/browserParts.ts';
import { createTabChannel } from '../../services/crossTab.ts';
import { createDraftBook, DraftMessage } from '../../services/draftBook.ts';
import type { ImSocket } from '../../services/imSocket.ts';
import { openVault } from '../../services/vault.ts';
import { fromAnswer } from '../../streams/fromAbortable.ts';
import type { Live } from '../../streams/live.ts';
import { createPrescriptionQueue, type PrescriptionQueue } from '../../streams/prescriptionQueue.ts';
import { subscriptionReady } from '../../streams/subscriptionReady.ts';
import { createAuditQueueMachine } from '../adapters/review.ts';

type Needs = {
  readonly window: Window & typeof globalThis;
  readonly owner: Owner;
  readonly api: Api;
  readonly alarm: Alarm;
  readonly socket: ImSocket;
  readonly visible$: Observable<boolean>;
  readonly log: (what: string, detail: unknown) => void;
};

const slowPollMs = 45_000;
const maxPauseMs = 60_000;
const retryMs = 2_000;
const pageSize = 200;
const openStates: readonly number[] = [AuditStatus.waiting, AuditStatus.claimed];

/** Notifies the open review when its prescription leaves the queue. */
export const announceRemovals = (queue: Live<PrescriptionQueue>, auditQueue: AuditQueue): Subscription =>
  queue
    .pipe(
      map(({ removed }) => removed.at(-1)),
      distinctUntilChanged(),
      filter((removed) => removed !== undefined),
    )
    .subscribe(({ id, reason }) => {
      if (reason === 'approved' || reason === 'rejected') auditQueue.send({ type: 'item.decided', id });
      else auditQueue.send({ type: 'item.withdrawn', id, message: '' });
    });

/** Opens one person's drafts, encrypted locally and synchronised between tabs. `storageState$` emits whether they are stored. */
function openDrafts({ window, owner, log }: Pick<Needs, 'window' | 'owner' | 'log'>) {
  const name = ownerName(owner);
  const { crypto } = window;
  const { indexedDB, BroadcastChannel } = browserParts(window);
  const now = () => Date.now();
  const newId = uuidv7({ now, randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)) });
  const vault = openVault({ crypto, indexedDB, page: window, owner: name, log });
  const channel = createTabChannel(`cloudroom-drafts:${name}`, DraftMessage, {
    BroadcastChannel,
    storage: null,
    events: null,
  });
  const drafts = createDraftBook({ vault, channel, now, tab: newId() });
  return {
    drafts,
    storageState$: vault.storageState$,
    close() {
      drafts.close();
      channel.close();
      vault.close();
    },
  };
}

/** Builds all services and actors of one signed-in auditor. */
export function openReviewDesk(needs: Needs): { readonly desk: ReviewDesk; close(): void } {
  const { window, owner, api, alarm, socket, visible$, log } = needs;
  const scope = new Subscription();
  const own = openDrafts({ window, owner, log });
  const queue = createPrescriptionQueue(
    {
      linked$: subscriptionReady({
        linked$: socket.linked$,
        ask: async () => (await socket.request('audit:watch', {})) !== null,
        retryMs,
      }),
      visible$,
      everyMs: slowPollMs,
      maxPauseMs,
      hints$: socket.events('audit:changed'),
      loadAll: () => fromAnswer(() => api.pullAudit({ updateTime: 0, lastId: 0, limit: pageSize }, { quiet: true })),
      pull: (cursor) => fromAnswer(() => api.pullAudit({ ...cursor, limit: pageSize }, { quiet: true })),
      isOpen: (status) => openStates.includes(status),
    },
    scope,
  );
  const itemOf = (id: PrescriptionId) =>
    queue.queue.pipe(
      filter(({ items, removed }) => items.has(id) || !removed.some((one) => one.id === id)),
      map(({ items }) => items.get(id) ?? null),
      distinctUntilChanged(),
    );
  const auditQueue = createActor(
    createAuditQueueMachine({ api, alarm, itemOf, me: owner.userId, drafts: own.drafts }),
  ).start();
  scope.add(announceRemovals(queue.queue, auditQueue));
  return {
    desk: { owner, queue, auditQueue, storageState$: own.storageState$ },
    close() {
      auditQueue.stop();
      scope.unsubscribe();
      own.close();
    },
  };
}
