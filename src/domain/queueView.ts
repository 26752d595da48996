import { emergencyType } from '../../clinical/lifecycle/review.ts';
import type { ServiceHours } from '../../clinical/lifecycle/serviceTime.ts';
import type { AuditItem } from '../../contract/extension/audit.ts';
import type { AccountId, PrescriptionId } from '../../contract/ids.ts';
import { byUrgency, inOrder, isAsked, reviewWait } from './reviewQueue.ts';
import { waitAt } from './wait.ts';

/** The filters of the review queue. Each is a text in the URL; an empty one lets every prescription pass. */
export const queueFilters = ['emergency', 'child', 'asked', 'findings', 'doctor', 'waited', 'held'] as const;
export type QueueFilter = (typeof queueFilters)[number];
export type QueueFilters = Readonly<Record<QueueFilter, string>>;

export const noFilters: QueueFilters = {
  emergency: '',
  child: '',
  asked: '',
  findings: '',
  doctor: '',
  waited: '',
  held: '',
};

/** The choices of the filters; a doctor is chosen by name, a holder also by account. */
export const findingChoices = ['some', 'refused', 'none'] as const;
export const waitedChoices = ['5', '10', '20', 'overdue'] as const;
export const holderChoices = ['free', 'me', 'others'] as const;

const sortedColumns = ['number', 'patient', 'doctor', 'lines', 'findings', 'waiting', 'holder'] as const;
export type SortedColumn = (typeof sortedColumns)[number];
export type QueueSort = { readonly column: SortedColumn; readonly direction: 'ascending' | 'descending' };

/** What a reviewer chose to see, and in which order; without `sort` the most urgent come first. */
export type QueueView = { readonly filters: QueueFilters; readonly sort: QueueSort | null };
export const wholeQueue: QueueView = { filters: noFilters, sort: null };

/** Who looks at the queue, when by the platform's clock, and the hospital's service hours. */
export type Looking = { readonly me: AccountId; readonly now: number; readonly hours: ServiceHours };
type Items = ReadonlyMap<PrescriptionId, AuditItem>;

/** The order in the URL: a column, with a minus if it descends. */
export function readSort(text: string): QueueSort | null {
  const name = text.replace(/^-/, '');
  const column = sortedColumns.find((one) => one === name);
  return column ? { column, direction: text.startsWith('-') ? 'descending' : 'ascending' } : null;
}
export const sortText = ({ column, direction }: QueueSort): string =>
  direction === 'descending' ? `-${column}` : column;

/** A column sorts upwards, then downwards, then the queue is in order of urgency again. */
export function nextSort(sort: QueueSort | null, column: SortedColumn): QueueSort | null {
  if (sort?.column !== column) return { column, direction: 'ascending' };
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : null;
}

const hasFindings = ({ blockCount, warnCount }: AuditItem) => blockCount + warnCount > 0;
const holderOf = ({ holder }: AuditItem, now: number) => (holder && holder.leaseUntil > now ? holder : null);

const passes: Record<QueueFilter, (item: AuditItem, value: string, at: Looking) => boolean> = {
  emergency: ({ rxType }) => rxType === emergencyType,
  child: ({ child }) => child,
  asked: isAsked,
  findings: (item, value) =>
    value === 'refused' ? item.blockCount > 0 : value === 'none' ? !hasFindings(item) : hasFindings(item),
  doctor: ({ doctorName }, value) => doctorName === value,
  waited(item, value, { now, hours }) {
    const { waitedMs, urgency } = waitAt(reviewWait(item, hours), now);
    return value === 'overdue' ? urgency === 'overdue' : waitedMs >= Number(value) * 60_000;
  },
  held(item, value, { me, now }) {
    const holder = holderOf(item, now);
    if (value === 'free') return holder === null;
    if (value === 'me') return holder?.id === me;
    return value === 'others' ? holder !== null && holder.id !== me : holder?.id === value;
  },
};

const collator = new Intl.Collator(['zh-CN', 'en'], { numeric: true });
const byText = (read: (item: AuditItem) => string) => (a: AuditItem, b: AuditItem) =>
  collator.compare(read(a), read(b));
const byNumber = (read: (item: AuditItem) => number) => (a: AuditItem, b: AuditItem) => read(a) - read(b);

const orders: Record<SortedColumn, (a: AuditItem, b: AuditItem, at: Looking) => number> = {
  number: byText(({ prescriptionNo }) => prescriptionNo),
  patient: byText(({ patient }) => patient.name),
  doctor: byText(({ doctorName }) => doctorName ?? ''),
  lines: byNumber(({ lineCount }) => lineCount),
  findings: byNumber(({ blockCount, warnCount }) => blockCount * 1_000 + warnCount),
  // The shortest wait comes first when it ascends.
  waiting: (a, b, { now, hours }) =>
    waitAt(reviewWait(a, hours), now).waitedMs - waitAt(reviewWait(b, hours), now).waitedMs,
  holder: byText(({ holder }) => holder?.name ?? ''),
};

const chosenIn = (filters: QueueFilters) => queueFilters.filter((name) => filters[name] !== '');

/** Whether time alone changes what a view shows. */
export const needsTime = ({ filters, sort }: QueueView): boolean =>
  filters.waited !== '' || filters.held !== '' || sort?.column === 'waiting';

/** The prescriptions of a view in its order; `before` is the previous order, because nearly sorted input sorts fast. */
export function inView(
  { items }: { readonly items: Items },
  { filters, sort }: QueueView,
  at: Looking,
  before: readonly AuditItem[] = [],
): readonly AuditItem[] {
  const chosen = chosenIn(filters);
  const isShown = (item: AuditItem) => chosen.every((name) => passes[name](item, filters[name], at));
  const shown = chosen.length === 0 ? items : new Map([...items].filter(([, item]) => isShown(item)));
  if (sort === null) return inOrder({ items: shown }, before);
  const compare = orders[sort.column];
  const way = sort.direction === 'ascending' ? 1 : -1;
  return inOrder({ items: shown }, before, (a, b) => way * compare(a, b, at) || byUrgency(a, b));
}

/** How many prescriptions each choice of a filter would show beside the other filters. */
export type FilterCounts = Readonly<Record<QueueFilter, ReadonlyMap<string, number>>> & { readonly shown: number };

const optionsOf: Record<QueueFilter, (item: AuditItem, at: Looking) => readonly string[]> = {
  emergency: () => ['yes'],
  child: () => ['yes'],
  asked: () => ['yes'],
  findings: () => findingChoices,
  doctor: ({ doctorName }) => (doctorName ? [doctorName] : []),
  waited: () => waitedChoices,
  held(item, { me, now }) {
    const holder = holderOf(item, now);
    return holder && holder.id !== me ? [...holderChoices, holder.id] : holderChoices;
  },
};

export function countFilters({ items }: { readonly items: Items }, filters: QueueFilters, at: Looking): FilterCounts {
  const counts = Object.fromEntries(queueFilters.map((name) => [name, new Map<string, number>()])) as Record<
    QueueFilter,
    Map<string, number>
  >;
  const chosen = chosenIn(filters);
  let shown = 0;
  for (const item of items.values()) {
    const failed = chosen.filter((name) => !passes[name](item, filters[name], at));
    if (failed.length === 0) shown += 1;
    if (failed.length > 1) continue;
    for (const name of failed.length === 1 ? failed : queueFilters)
      for (const value of optionsOf[name](item, at))
        if (passes[name](item, value, at)) counts[name].set(value, (counts[name].get(value) ?? 0) + 1);
  }
  return { ...counts, shown };
}
