import { BehaviorSubject, defer, map, Subject, timer } from 'rxjs';
import { expect, test, vi } from 'vitest';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import { AccountId, OrderId } from '../../contract/ids.ts';
import type { AwaitingChanged } from '../../contract/socket.ts';
import { createAwaitingList } from '../../src/streams/awaiting.ts';
import { consultOrder } from '../support/order.ts';
import { ownScope } from '../support/ownScope.ts';

const scope = ownScope();
const settled = (ms = 50) => vi.advanceTimersByTimeAsync(ms);

const me = AccountId.parse('me');
const other = { id: AccountId.parse('other'), name: 'Dr Zhou' };
const hint = (change: AwaitingChanged['change'], n: number, by: AwaitingChanged['by'] = null): AwaitingChanged => ({
  orderId: OrderId.parse(`o${n}`),
  change,
  by,
  time: 1,
});

/** A platform with a waiting list, and the doctor's view of it. */
function room(orders: ConsultOrder[] = [consultOrder(1), consultOrder(2, { status: 20 })]) {
  const hints$ = new Subject<AwaitingChanged>();
  const linked$ = new BehaviorSubject(true);
  const visible$ = new BehaviorSubject(true);
  let stored = orders;
  let works = true;
  let pulls = 0;
  const { list, refresh } = createAwaitingList(
    {
      load: () =>
        defer(() => {
          pulls += 1;
          return timer(1).pipe(
            map(() => {
              if (!works) throw new Error('no link');
              return stored;
            }),
          );
        }),
      hints$,
      linked$,
      visible$,
      me,
      now: () => 42,
      everyMs: 30_000,
      maxPauseMs: 8_000,
    },
    scope(),
  );
  const ids = (of: 'waiting' | 'running') => list.value[of].map(({ id }) => id);
  return {
    list,
    refresh,
    hints$,
    linked$,
    visible$,
    ids,
    pulls: () => pulls,
    hold: (next: ConsultOrder[]) => {
      stored = next;
    },
    setWorks: (now: boolean) => {
      works = now;
    },
  };
}

test('waiting patients and running consultations are separate, urgent ones and the longest wait first', async () => {
  const { ids, list } = room([
    consultOrder(3),
    consultOrder(1, { payTime: 9_000 }),
    consultOrder(2, { status: 20 }),
    consultOrder(4, { priority: 1 }),
  ]);
  expect(list.value.state).toBe('loading');
  await settled();
  expect([ids('waiting'), ids('running'), list.value.state, list.value.loadedAt]).toEqual([
    ['o4', 'o3', 'o1'],
    ['o2'],
    'live',
    42,
  ]);
});

test('a patient accepted by a colleague leaves at once with the colleague’s name; then the list is pulled', async () => {
  const { ids, hints$, list, pulls, hold } = room();
  await settled();
  hold([consultOrder(5)]);
  hints$.next(hint('taken', 1, other));
  expect(ids('waiting')).toEqual([]);
  expect(list.value.removed).toEqual([{ ...hint('taken', 1, other), patientName: 'Patient 1' }]);
  await settled();
  expect([ids('waiting'), pulls()]).toEqual([['o5'], 2]);
});

test('a list requested before a patient left does not bring that patient back', async () => {
  const { ids, hints$, hold, list } = room([consultOrder(1), consultOrder(3), consultOrder(2, { status: 20 })]);
  await settled();
  const seen = new Set<string>();
  hints$.next(hint('added', 9));
  hints$.next(hint('taken', 1, other));
  hints$.next(hint('ended', 2));
  list.subscribe(() => void seen.add([...ids('waiting'), ...ids('running')].join(' ')));
  await settled(1);
  hold([consultOrder(3), consultOrder(9)]);
  await settled();
  expect([...seen]).toEqual(['o3', 'o3 o9']);
});

test('a patient who returns is listed again', async () => {
  const { ids, hints$ } = room();
  await settled();
  hints$.next(hint('taken', 1, other));
  hints$.next(hint('added', 1));
  await settled();
  expect(ids('waiting')).toEqual(['o1']);
});

test('after a time offline the list matches the platform’s answer in order, with no patient twice', async () => {
  const { ids, linked$, hold, hints$, list } = room([consultOrder(1), consultOrder(3)]);
  await settled();
  linked$.next(false);
  hold([consultOrder(5, { payTime: 9_000 }), consultOrder(3), consultOrder(4, { priority: 1 })]);
  linked$.next(true);
  hints$.next(hint('added', 5));
  hints$.next(hint('added', 5));
  await settled();
  expect([ids('waiting'), list.value.state]).toEqual([['o4', 'o3', 'o5'], 'live']);
});

test('a patient accepted by this doctor does not count as removed', async () => {
  const { hints$, list } = room();
  await settled();
  hints$.next(hint('taken', 1, { ...other, id: me }));
  expect(list.value.removed).toEqual([]);
});

test('a hint changes nothing: the list is what the platform answers', async () => {
  const { hints$, ids } = room();
  await settled();
  hints$.next(hint('added', 9));
  await settled();
  expect(ids('waiting')).toEqual(['o1']);
});

test('a burst of hints causes two pulls', async () => {
  const { hints$, pulls } = room();
  await settled();
  for (let n = 0; n < 20; n += 1) hints$.next(hint('added', n));
  await settled();
  expect(pulls()).toBe(3);
});

test('the list is pulled when the link is back, and at an interval while the page is visible', async () => {
  const { linked$, visible$, list, pulls } = room();
  await settled();
  linked$.next(false);
  expect(list.value.state).toBe('stale');
  linked$.next(true);
  await settled();
  expect([list.value.state, pulls()]).toEqual(['live', 2]);
  visible$.next(false);
  await settled(100_000);
  expect(pulls()).toBe(2);
  visible$.next(true);
  await settled(30_000);
  expect(pulls()).toBe(3);
});

test('a list that fails to load reports it and retries; a manual refresh does not wait', async () => {
  const { setWorks, list, refresh, pulls } = room();
  setWorks(false);
  await settled();
  expect(list.value.state).toBe('failed');
  await settled(1_100);
  expect(pulls()).toBe(2);
  setWorks(true);
  refresh();
  await settled();
  expect(list.value.state).toBe('live');
});

test('a list that fails to refresh stays, marked as stale', async () => {
  const { setWorks, hints$, list, ids } = room();
  await settled();
  setWorks(false);
  hints$.next(hint('added', 9));
  await settled();
  expect([list.value.state, ids('waiting')]).toEqual(['stale', ['o1']]);
});

test('a list that may have missed pushes is not live until it is loaded again', async () => {
  const { list, linked$, hold, ids, pulls } = room();
  await settled();
  hold([consultOrder(5)]);
  const states: string[] = [];
  list.subscribe(({ state }) => states.push(state));
  linked$.next(false);
  linked$.next(true);
  expect([list.value.state, pulls()]).toEqual(['stale', 2]);
  await settled();
  expect([list.value.state, ids('waiting')]).toEqual(['live', ['o5']]);
  expect([...new Set(states)]).toEqual(['live', 'stale']);
});

test('of several patients who left, only the one who returns is awaited back', async () => {
  const { ids, hints$, hold } = room([consultOrder(1), consultOrder(3)]);
  await settled();
  hints$.next(hint('added', 9));
  hints$.next(hint('taken', 1, other));
  hints$.next(hint('taken', 3, other));
  hints$.next(hint('added', 3));
  await settled(1);
  expect(ids('waiting')).toEqual(['o3']);
  hold([consultOrder(3)]);
  await settled();
  expect(ids('waiting')).toEqual(['o3']);
});

test('a running consultation leaves with its end alone, and nobody else with it', async () => {
  const running = [consultOrder(2, { status: 20 }), consultOrder(4, { status: 20 })];
  const { ids, hints$, list } = room([consultOrder(1), ...running]);
  await settled();
  hints$.next(hint('taken', 2, other));
  expect(ids('running')).toEqual(['o2', 'o4']);
  hints$.next(hint('ended', 2));
  expect([ids('running'), ids('waiting'), list.value.removed]).toEqual([['o4'], ['o1'], []]);
});

test('a patient who left without a person is told too, and the last five are remembered', async () => {
  const { hints$, list } = room([1, 2, 3, 4, 5, 6].map((n) => consultOrder(n)));
  await settled();
  for (const n of [1, 2, 3, 4, 5, 6]) hints$.next(hint('ended', n));
  expect(list.value.removed.map(({ patientName, by }) => `${patientName} ${by}`)).toEqual(
    [2, 3, 4, 5, 6].map((n) => `Patient ${n} null`),
  );
});

test('news that change nothing are not told', async () => {
  const { hints$, linked$, list } = room();
  await settled();
  let told = 0;
  list.subscribe(() => {
    told += 1;
  });
  hints$.next(hint('added', 9));
  linked$.next(true);
  expect(told).toBe(1);
});
