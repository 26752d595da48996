import { BehaviorSubject, defer, map, Subject, timer } from 'rxjs';
import { expect, test, vi } from 'vitest';
import type { AuditItem } from '../../contract/extension/audit.ts';
import { AccountId, PrescriptionId } from '../../contract/ids.ts';
import type { AuditChanged } from '../../contract/staffEvents.ts';
import { inOrder } from '../../src/domain/reviewQueue.ts';
import { reviewAlerts } from '../../src/streams/alertSources.ts';
import { type AuditPage, createPrescriptionQueue, type QueueCursor } from '../../src/streams/prescriptionQueue.ts';
import { ownScope } from '../support/ownScope.ts';
import { reviewItem } from '../support/reviewItems.ts';

const scope = ownScope();
const settled = (ms = 50) => vi.advanceTimersByTimeAsync(ms);

/** A review queue on a platform that answers pulls with two rows per page. */
function review(first: AuditItem[], more = false) {
  const hints$ = new Subject<AuditChanged>();
  const linked$ = new BehaviorSubject(true);
  const pulls: QueueCursor[] = [];
  let changes: AuditItem[] = [];
  let failures = 0;
  const answer = (make: () => AuditPage) =>
    timer(1).pipe(
      map(() => {
        if (failures > 0) {
          failures -= 1;
          throw new Error('no link');
        }
        return make();
      }),
    );
  const { queue } = createPrescriptionQueue(
    {
      loadAll: () => defer(() => answer(() => ({ list: first, updateTime: 100, lastId: 0, more }))),
      pull: (after) =>
        defer(() => {
          pulls.push({ updateTime: after.updateTime, lastId: after.lastId });
          return answer(() => {
            const rest = changes.filter(({ updateTime }) => updateTime > after.updateTime);
            const list = rest.slice(0, 2);
            return { list, updateTime: list.at(-1)?.updateTime ?? after.updateTime, lastId: 0, more: rest.length > 2 };
          });
        }),
      isOpen: (status) => status < 2,
      hints$,
      linked$,
      visible$: new BehaviorSubject(true),
      everyMs: 30_000,
      maxPauseMs: 8_000,
    },
    scope(),
  );
  const ids = () => [...queue.value.items.keys()];
  return {
    queue,
    hints$,
    linked$,
    pulls,
    ids,
    change: (...items: AuditItem[]) => {
      changes = items;
    },
    failOnce: () => {
      failures = 1;
    },
  };
}

const upsert = (n: number, updateTime: number): AuditChanged => ({
  change: 'upsert',
  id: PrescriptionId.parse(`rx${n}`),
  updateTime,
});

test('the queue is loaded completely once and then updated by cursor, page by page', async () => {
  const { ids, change, hints$, pulls } = review([reviewItem(1, 90)]);
  await settled();
  change(reviewItem(2, 110), reviewItem(3, 120), reviewItem(4, 130));
  hints$.next(upsert(4, 130));
  await settled();
  expect([ids(), pulls.map(({ updateTime }) => updateTime)]).toEqual([
    ['rx1', 'rx2', 'rx3', 'rx4'],
    [100, 120],
  ]);
});

test('a queue of several pages is live with its last page; what it held at first is not news', async () => {
  const { queue, change, hints$ } = review([reviewItem(1, 90)], true);
  const news: string[] = [];
  scope().add(reviewAlerts(queue.pipe(), { now: () => 0 }).subscribe(({ subject }) => void news.push(subject)));
  const states = new Map<string, number>();
  queue.subscribe(({ state, items }) => void states.set(state, items.size));
  change(reviewItem(2, 110), reviewItem(3, 120), reviewItem(4, 130));
  await settled();
  expect([[...states], news]).toEqual([
    [
      ['loading', 3],
      ['live', 4],
    ],
    [],
  ]);
  change(reviewItem(5, 140));
  hints$.next(upsert(5, 140));
  await settled();
  expect(news).toEqual(['rx5']);
});

test('a decided row leaves the queue, a claimed one stays', async () => {
  const { ids, change, hints$ } = review([reviewItem(1, 90), reviewItem(2, 90)]);
  await settled();
  change(reviewItem(1, 110, { auditStatus: 2 }), reviewItem(2, 120, { auditStatus: 1 }));
  hints$.next(upsert(1, 110));
  await settled();
  expect(ids()).toEqual(['rx2']);
});

test('a removal shows at once, with its reason and who did it', async () => {
  const { ids, hints$, queue } = review([reviewItem(1, 90)]);
  await settled();
  const removed: AuditChanged = {
    change: 'removed',
    id: PrescriptionId.parse('rx1'),
    reason: 'withdrawn',
    by: { id: AccountId.parse('7'), name: 'Dr Chen' },
    updateTime: 110,
  };
  hints$.next(removed);
  expect([ids(), queue.value.removed]).toEqual([[], [removed]]);
});

test('a page requested before a removal brings no row back; a row submitted again afterwards appears', async () => {
  const { ids, change, hints$, queue } = review([reviewItem(1, 90), reviewItem(2, 90)]);
  await settled();
  const seen = new Set<string>();
  change(reviewItem(1, 105));
  hints$.next(upsert(1, 105));
  hints$.next({ change: 'removed', id: PrescriptionId.parse('rx1'), reason: 'withdrawn', updateTime: 110 });
  queue.subscribe(() => void seen.add(ids().join(' ')));
  await settled();
  expect([...seen]).toEqual(['rx2']);
  change(reviewItem(1, 120));
  hints$.next(upsert(1, 120));
  await settled();
  expect(ids()).toEqual(['rx2', 'rx1']);
});

test('after a time offline the queue has new rows, changed ones in place, none removed and none twice', async () => {
  const { change, linked$, hints$, queue, pulls } = review([
    ...[reviewItem(1, 90, { submitTime: 10 }), reviewItem(2, 90, { submitTime: 20 })],
    reviewItem(3, 90, { submitTime: 30 }),
  ]);
  await settled();
  linked$.next(false);
  change(
    reviewItem(4, 110, { submitTime: 40, rxType: 1 }),
    reviewItem(2, 120, { submitTime: 20, auditStatus: 1 }),
    reviewItem(1, 130, { submitTime: 10, auditStatus: 2 }),
    reviewItem(5, 140, { submitTime: 15 }),
  );
  linked$.next(true);
  hints$.next(upsert(5, 140));
  hints$.next(upsert(5, 140));
  await settled();
  expect(inOrder(queue.value).map(({ id, auditStatus }) => `${id} ${auditStatus}`)).toEqual([
    ...['rx4 0', 'rx5 0', 'rx2 1', 'rx3 0'],
  ]);
  expect([queue.value.state, pulls[0]?.updateTime]).toEqual(['live', 100]);
});

test('a queue of 5,000 equals the platform’s after each reconnect', async () => {
  const rows = new Map(Array.from({ length: 5_000 }, (_, n) => [n, reviewItem(n, n + 1)]));
  let clock = 5_000;
  const linked$ = new BehaviorSubject(true);
  const page = ({ updateTime }: QueueCursor): AuditPage => {
    const rest = [...rows.values()].filter((row) => row.updateTime > updateTime);
    const list = rest.sort((a, b) => a.updateTime - b.updateTime).slice(0, 200);
    return { list, updateTime: list.at(-1)?.updateTime ?? updateTime, lastId: 0, more: rest.length > list.length };
  };
  const { queue } = createPrescriptionQueue(
    {
      loadAll: () => defer(() => timer(1).pipe(map(() => page({ updateTime: 0, lastId: 0 })))),
      pull: (after) => defer(() => timer(1).pipe(map(() => page(after)))),
      isOpen: (status) => status < 2,
      hints$: new Subject<AuditChanged>(),
      linked$,
      visible$: new BehaviorSubject(true),
      everyMs: 30_000,
      maxPauseMs: 8_000,
    },
    scope(),
  );
  await settled();
  for (const round of [1, 2, 3]) {
    linked$.next(false);
    for (let n = 0; n < 900; n += 1) {
      const id = (n * 17 * round) % (5_000 + 100 * round);
      clock += 1;
      rows.set(id, reviewItem(id, clock, { auditStatus: n % 3 }));
    }
    linked$.next(true);
    await settled();
    const waiting = [...rows.values()].filter(({ auditStatus }) => auditStatus < 2);
    expect(queue.value.state).toBe('live');
    expect([...queue.value.items.values()].map(({ id, updateTime }) => `${id} ${updateTime}`).sort()).toEqual(
      waiting.map(({ id, updateTime }) => `${id} ${updateTime}`).sort(),
    );
  }
});

test('a removal older than the row on the screen is ignored', async () => {
  const { ids, hints$ } = review([reviewItem(1, 90)]);
  await settled();
  hints$.next({ change: 'removed', id: PrescriptionId.parse('rx1'), reason: 'rejected', updateTime: 80 });
  expect(ids()).toEqual(['rx1']);
});

test('pages before a failed one stay, and the pull continues from there', async () => {
  const { ids, change, hints$, pulls, failOnce, queue } = review([]);
  await settled();
  change(reviewItem(1, 110), reviewItem(2, 120), reviewItem(3, 130));
  hints$.next(upsert(1, 110));
  await settled(1);
  failOnce();
  await settled();
  expect([ids(), queue.value.state]).toEqual([['rx1', 'rx2'], 'stale']);
  await settled(1_000);
  expect([ids(), pulls.at(-1)?.updateTime, queue.value.state]).toEqual([['rx1', 'rx2', 'rx3'], 120, 'live']);
});

test('while the link is down the queue is marked stale', async () => {
  const { queue, linked$ } = review([]);
  await settled();
  linked$.next(false);
  expect(queue.value.state).toBe('stale');
});
