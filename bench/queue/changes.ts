import type { AuditItem } from '../../contract/extension/audit.ts';
import { AccountId } from '../../contract/ids.ts';
import { startOfTest } from '../../tests/support/fakeApp.tsx';
import { reviewItem } from '../../tests/support/reviewItems.ts';

const minute = 60_000;
/** At least this many rows are visible. */
const inView = 14;

/** A change of the queue: a row is claimed, leaves or arrives. `n` numbers the changes. */
export type Change =
  | { readonly kind: 'held'; readonly n: number; readonly item: AuditItem; readonly seen: boolean }
  | { readonly kind: 'left'; readonly n: number; readonly item: AuditItem }
  | { readonly kind: 'came'; readonly n: number; readonly item: AuditItem };

const itemAt = (n: number): AuditItem => ({
  ...reviewItem(n, startOfTest),
  doctorName: 'Lin Yue',
  submitTime: startOfTest - 30 * minute + n,
  warnCount: n % 3,
  rxType: n < inView ? 1 : 0,
});

/** `count` waiting prescriptions in queue order. */
export const waitingItems = (count: number): AuditItem[] => Array.from({ length: count }, (_, n) => itemAt(n));

/**
 * A deterministic sequence of changes: half of them to visible rows, the others anywhere; one in ten arrives, one
 * leaves.
 */
export function changesOf(items: readonly AuditItem[]): (n: number) => Change {
  const now = [...items];
  let next = items.length;
  return (n) => {
    if (n % 10 === 3) {
      next += 1;
      const item = { ...itemAt(next), updateTime: startOfTest + n };
      now.push(item);
      return { kind: 'came', n, item };
    }
    const at = n % 2 === 0 ? n % inView : inView + ((n * 7_919) % (now.length - inView));
    const known = now[at];
    if (!known) throw new Error('the queue is empty');
    if (n % 10 === 7) {
      now.splice(at, 1);
      return { kind: 'left', n, item: known };
    }
    const holder = { id: AccountId.parse('99'), name: `Chen #${n}`, leaseUntil: startOfTest + 60 * minute };
    const item = { ...known, holder, updateTime: startOfTest + n };
    now[at] = item;
    return { kind: 'held', n, item, seen: at < inView };
  };
}
