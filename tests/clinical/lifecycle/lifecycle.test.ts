import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOrderOpen, nextOrderStatus, OrderStatus, orderTransitions } from '../../../clinical/lifecycle/order.ts';
import {
  editedPrescription,
  nextPrescriptionStatus,
  PrescriptionStatus,
  prescriptionActions,
  prescriptionTransitions,
} from '../../../clinical/lifecycle/prescription.ts';
import { AuditStatus, isLeaseAlive, nextReviewStatus, reviewTransitions } from '../../../clinical/lifecycle/review.ts';
import { createAllowedActions } from '../../../clinical/lifecycle/transition.ts';

/** The arrows of the domain rules, written out by hand, so that a changed table is noticed. */
const arrows = {
  order: ['0-10', '10-10', '10-20', '10-40', '10-50', '10-70', '20-30', '20-60', '50-60', '60-61', '70-61'],
  prescription: [
    '0-0',
    '0-10',
    '0-40',
    '10-10',
    '10-11',
    '10-20',
    '10-40',
    '10-50',
    '11-10',
    '11-40',
    '20-30',
    '20-40',
    '20-50',
  ],
  audit: ['0-1', '0-9', '1-0', '1-2', '1-3', '1-9'],
};

type Next = (status: number, action: never) => { ok: true; status: number } | { ok: false };
const lives = [
  {
    name: 'order',
    numbers: OrderStatus,
    table: orderTransitions,
    next: nextOrderStatus,
    actions: createAllowedActions(orderTransitions),
  },
  {
    name: 'prescription',
    numbers: PrescriptionStatus,
    table: prescriptionTransitions,
    next: nextPrescriptionStatus,
    actions: prescriptionActions,
  },
  {
    name: 'audit',
    numbers: AuditStatus,
    table: reviewTransitions,
    next: nextReviewStatus,
    actions: createAllowedActions(reviewTransitions),
  },
] as const;

describe.each(lives)('life cycle: $name', ({ name, numbers, table, next, actions }) => {
  const statuses: number[] = Object.values(numbers);
  const names = [...new Set(Object.values(table).flatMap((from) => Object.keys(from)))];
  const step = next as Next;

  test('has exactly the transitions of the domain rules', () => {
    const drawn = statuses.flatMap((from) =>
      names.flatMap((action) => {
        const after = step(from, action as never);
        return after.ok ? [`${from}-${after.status}`] : [];
      }),
    );
    expect([...new Set(drawn)].sort()).toEqual([...arrows[name]].sort());
  });

  test('never makes an illegal transition in any sequence of actions', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...statuses),
        fc.array(fc.constantFrom(...names), { maxLength: 40 }),
        (start, tries) => {
          let status = start;
          for (const action of tries) {
            const after = step(status, action as never);
            if (after.ok) {
              expect(arrows[name]).toContain(`${status}-${after.status}`);
              status = after.status;
            } else {
              expect(after).toEqual({ ok: false, why: 'illegalTransition' });
            }
          }
          expect(statuses).toContain(status);
        },
      ),
    );
  });

  test('is read-only in an unknown status', () => {
    fc.assert(
      fc.property(
        fc.integer().filter((n) => !statuses.includes(n)),
        fc.constantFrom(...names),
        (status, action) => {
          expect(step(status, action as never)).toEqual({ ok: false, why: 'illegalTransition' });
          expect(actions(status)).toEqual([]);
        },
      ),
    );
  });

  test('has no action with the name of an inherited object property', () => {
    for (const status of statuses)
      for (const word of ['toString', 'constructor', '__proto__'])
        expect(step(status, word as never)).toEqual({ ok: false, why: 'illegalTransition' });
  });
});

test('doctor and patient write only while the order is active', () => {
  expect(Object.values(OrderStatus).filter(isOrderOpen)).toEqual([OrderStatus.active]);
});

test('a prescription in review can be edited only if the hospital allows it and no reviewer has claimed it', () => {
  const edit = (claimedByReviewer: boolean, pendingMayBeEdited: boolean) =>
    editedPrescription(PrescriptionStatus.pending, { claimedByReviewer, pendingMayBeEdited });
  expect(edit(false, true)).toEqual({ ok: true, status: PrescriptionStatus.pending });
  expect(edit(true, true)).toEqual({ ok: false, why: 'claimedByReviewer' });
  expect(edit(false, false)).toEqual({ ok: false, why: 'illegalTransition' });
  expect(edit(true, false)).toEqual({ ok: false, why: 'illegalTransition' });
});

test('an approved, dispensed, cancelled or expired prescription cannot be edited', () => {
  const free = { claimedByReviewer: false, pendingMayBeEdited: true };
  const editable = Object.values(PrescriptionStatus).filter((status) => editedPrescription(status, free).ok);
  expect(editable).toEqual([PrescriptionStatus.draft, PrescriptionStatus.pending, PrescriptionStatus.rejected]);
});

test('a lease is valid until the moment it ends', () => {
  expect(isLeaseAlive(1_000, 999)).toBe(true);
  expect(isLeaseAlive(1_000, 1_000)).toBe(false);
  expect(isLeaseAlive(null, 0)).toBe(false);
});
