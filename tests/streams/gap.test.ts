import { BehaviorSubject, defer, NEVER, of } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { AccountId } from '../../contract/ids.ts';
import { createAwaitingList } from '../../src/streams/awaiting.ts';
import { createLoaded } from '../../src/streams/loaded.ts';
import { orderCounts$ } from '../../src/streams/orderCounts.ts';
import { createPrescriptionQueue } from '../../src/streams/prescriptionQueue.ts';
import { createQuestionList } from '../../src/streams/questionList.ts';
import { ownScope } from '../support/ownScope.ts';

const scope = ownScope();
const minute = 60_000;

/** A visible page whose link works, and whose polls are rare. */
function page() {
  const linked$ = new BehaviorSubject(true);
  const timings = { visible$: new BehaviorSubject(true), everyMs: 10 * minute, maxPauseMs: minute };
  let pulls = 0;
  const pulled = <T>(value: T) =>
    defer(() => {
      pulls += 1;
      return of(value);
    });
  return { linked$, needs: { linked$, hints$: NEVER, ...timings }, pulled, pulls: () => pulls };
}
type Page = ReturnType<typeof page>;

const noCounts = { waiting: 0, active: 0, finished: 0, cancelled: 0, today: null };
const noReviews = { list: [], more: false, updateTime: 0, lastId: 0 };
const me = AccountId.parse('me');

/** Every list that pushes keep fresh. */
const lists: readonly [string, (page: Page) => void][] = [
  [
    'patients',
    ({ needs, pulled }) => createAwaitingList({ ...needs, load: () => pulled([]), me, now: () => 1 }, scope()),
  ],
  ['counts', ({ needs, pulled }) => scope().add(orderCounts$({ ...needs, load: () => pulled(noCounts) }).subscribe())],
  ['limits, duty and notices', ({ needs, pulled }) => createLoaded({ ...needs, load: () => pulled([]) }, scope())],
  ['questions', ({ needs, pulled }) => createQuestionList({ ...needs, load: () => pulled([]) }, scope())],
  [
    'reviews',
    ({ needs, pulled }) => {
      const load = () => pulled(noReviews);
      createPrescriptionQueue({ ...needs, loadAll: load, pull: load, isOpen: () => true }, scope());
    },
  ],
];

test.each(lists)('the list of %s is pulled within 10 s of a gap in the pushes', async (_, open) => {
  const shown = page();
  open(shown);
  await vi.advanceTimersByTimeAsync(minute);
  const before = shown.pulls();
  expect(before).toBeGreaterThan(0);
  // A gap interrupts the stream of the link for a moment (`current$` of compose/adapters/link.ts).
  shown.linked$.next(false);
  shown.linked$.next(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(shown.pulls()).toBe(before + 1);
});
