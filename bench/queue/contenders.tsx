import { BehaviorSubject, NEVER, of, Subject, Subscription } from 'rxjs';
import { createActor } from 'xstate';
import type { AuditItem } from '../../contract/extension/audit.ts';
import { AccountId, HospitalId } from '../../contract/ids.ts';
import type { AuditChanged } from '../../contract/staffEvents.ts';
import { createReviewQueueMachine } from '../../src/compose/adapters/review.ts';
import { createLeases } from '../../src/compose/adapters/reviewLeases.ts';
import { PrescriptionTask } from '../../src/screens/prescriptionTask/PrescriptionTask.tsx';
import { createClaims } from '../../src/streams/claims.ts';
import { nothing$ } from '../../src/streams/live.ts';
import { createPrescriptionQueue } from '../../src/streams/prescriptionQueue.ts';
import { fakeApp } from '../../tests/support/fakeApp.tsx';
import { draw, loadParts, withLook } from '../pane/app.tsx';
import type { Change } from './changes.ts';

/** A way to show the queue: ours, or a minimal one. */
export type Shown = { readonly change: (change: Change) => void; readonly rows: () => Iterable<Element> };

/** The reviewer's screen with its own stream, which receives a hint for each change and pulls it. */
export async function ours(host: HTMLElement, items: readonly AuditItem[]): Promise<Shown> {
  const hints$ = new Subject<AuditChanged>();
  let changed: readonly AuditItem[] = [];
  const page = (list: readonly AuditItem[]) => of({ list, updateTime: 0, lastId: 0, more: false });
  const queue = createPrescriptionQueue(
    {
      linked$: new BehaviorSubject(true),
      visible$: NEVER,
      everyMs: 60_000,
      maxPauseMs: 1_000,
      hints$,
      loadAll: () => page(items),
      pull: () => page(changed),
      isOpen: () => true,
    },
    new Subscription(),
  );
  const made = fakeApp();
  const owner = { hospitalId: HospitalId.parse('1'), userId: AccountId.parse('20') };
  const drafts = { read: async () => null, adopt: () => {}, write: () => {}, empty: () => {}, drop: () => {} };
  const leases = createLeases({ api: made.app.api, me: owner.userId, alarm: () => () => {}, itemOf: () => NEVER });
  const stored = { read: async () => [], write: () => {} };
  const claims = createClaims({ ...leases, queue: queue.queue, stored }, new Subscription());
  const needs = {
    api: made.app.api,
    me: owner.userId,
    drafts,
    leases,
    keeps: () => false,
    nextFree: () => null,
  };
  const reviewQueue = createActor(createReviewQueueMachine(needs)).start();
  made.review$.next({
    owner,
    queue,
    reviewQueue,
    claims,
    colleagues$: new BehaviorSubject(null),
    questions: {
      answered$: NEVER,
      asking: () => nothing$,
      openThread: () => ({ list$: new BehaviorSubject({ questions: [], state: 'live' }), refresh() {}, close() {} }),
    },
    waiting$: new BehaviorSubject(0),
    lookAt: () => () => {},
    storageState$: new BehaviorSubject('kept' as const),
    leftReviews: { list$: new BehaviorSubject([]), discard: async () => {} },
    signing$: new BehaviorSubject(null),
  });
  await loadParts();
  host.className = 'bench-room';
  draw(host, { ...made, app: withLook(made.app) }, <PrescriptionTask />);
  return {
    change({ kind, n, item: { id }, item }) {
      changed = kind === 'left' ? [] : [item];
      const updateTime = item.updateTime + n;
      hints$.next(
        kind === 'left'
          ? { change: 'removed', id, reason: 'approved', updateTime }
          : { change: 'upsert', id, updateTime },
      );
    },
    rows: () => host.querySelectorAll('.queue-table tbody tr[data-index]'),
  };
}

const drawn = 24;

function rowOf({ prescriptionNo, patient, doctorName, warnCount, lineCount, holder }: AuditItem): HTMLElement {
  const row = document.createElement('tr');
  const texts = [
    prescriptionNo,
    patient.name,
    doctorName ?? '',
    String(lineCount),
    String(warnCount),
    holder?.name ?? '',
  ];
  row.append(...texts.map((text) => Object.assign(document.createElement('td'), { textContent: text })));
  return row;
}

/** No library: the first rows of a sorted list, as plain elements. */
export async function limit24(host: HTMLElement, items: readonly AuditItem[]): Promise<Shown> {
  const list = [...items];
  const body = document.createElement('tbody');
  const table = document.createElement('table');
  table.className = 'bench-queue';
  table.append(body);
  host.append(table);
  body.append(...list.slice(0, drawn).map(rowOf));
  return {
    change({ kind, item }) {
      if (kind === 'came') return void list.push(item);
      const at = list.findIndex(({ id }) => id === item.id);
      if (kind === 'held') {
        list[at] = item;
        if (at < drawn) body.children[at]?.replaceWith(rowOf(item));
        return;
      }
      list.splice(at, 1);
      const last = list[drawn - 1];
      if (at >= drawn || !last) return;
      body.children[at]?.remove();
      body.append(rowOf(last));
    },
    rows: () => body.children,
  };
}
