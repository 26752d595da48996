import type { Rx, RxLine } from '../../contract/http/prescription.ts';
import type { Diagnosis } from '../../contract/shared.ts';
import { type RxDraft, sentLines } from './rxDraft.ts';

/** What two versions of a prescription are compared by. */
export type RxContent = {
  readonly diagnosisList: readonly Diagnosis[];
  readonly lines: readonly RxLine[];
  readonly advice: string;
  readonly overDaysReason: string;
};

/** A line in both versions, or null in the version that lacks it. */
export type LinePair =
  | { readonly kind: 'kept' | 'changed'; readonly before: RxLine; readonly after: RxLine }
  | { readonly kind: 'added'; readonly before: null; readonly after: RxLine }
  | { readonly kind: 'removed'; readonly before: RxLine; readonly after: null };

type TextChange = { readonly before: string; readonly after: string };

export type RxChanges = {
  readonly lines: readonly LinePair[];
  readonly diagnoses: { readonly added: readonly Diagnosis[]; readonly removed: readonly Diagnosis[] };
  readonly advice: TextChange | null;
  readonly overDaysReason: TextChange | null;
  readonly isSame: boolean;
};

type Stored = Pick<Rx, 'diagnosisList' | 'lines' | 'advice' | 'overDaysReason'>;

export const contentOf = ({ diagnosisList, lines, advice, overDaysReason }: Stored): RxContent => ({
  diagnosisList,
  lines,
  advice: advice ?? '',
  overDaysReason: overDaysReason ?? '',
});

/** The draft as it would be submitted; a line that lacks a value is not part of it yet. */
export const contentOfDraft = (draft: RxDraft): RxContent => ({
  diagnosisList: draft.diagnosisList,
  lines: sentLines(draft).map(({ line }) => line),
  advice: draft.advice,
  overDaysReason: draft.overDaysReason,
});

/** Fields that the medicine table gives, or that follow from others; a change of the reader's language changes them. */
const descriptive: ReadonlySet<string> = new Set([
  ...['inventoryId', 'drugName', 'tradeName', 'specification', 'dosageForm', 'manufacturer', 'timesPerDay'],
  ...['packUnit', 'minUnit', 'packFactor', 'price', 'quantityManual', 'packRest'],
]);

const ordered = (line: RxLine): string =>
  JSON.stringify(
    Object.entries(line)
      .filter(([field, value]) => !descriptive.has(field) && value !== null && value !== undefined && value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Pairs lines of the same medicine: equal lines first, then the others in their order. */
function pairLines(before: readonly RxLine[], after: readonly RxLine[]): LinePair[] {
  const left = [...before];
  const takeOut = (at: number) => left.splice(at, 1)[0] ?? null;
  const equal = after.map((line) => {
    const at = left.findIndex((one) => ordered(one) === ordered(line));
    return at < 0 ? null : takeOut(at);
  });
  const pairs = after.map((line, index): LinePair => {
    const same = equal[index];
    if (same) return { kind: 'kept', before: same, after: line };
    const at = left.findIndex((one) => one.drugId === line.drugId);
    const other = at < 0 ? null : takeOut(at);
    return other ? { kind: 'changed', before: other, after: line } : { kind: 'added', before: null, after: line };
  });
  return [...pairs, ...left.map((line): LinePair => ({ kind: 'removed', before: line, after: null }))];
}

const textChange = (before: string, after: string): TextChange | null =>
  before.trim() === after.trim() ? null : { before: before.trim(), after: after.trim() };

/** What changed between two versions of one prescription. */
export function changesBetween(before: RxContent, after: RxContent): RxChanges {
  const lines = pairLines(before.lines, after.lines);
  const lacks = (list: readonly Diagnosis[], { id }: Diagnosis) => list.every((one) => one.id !== id);
  const added = after.diagnosisList.filter((one) => lacks(before.diagnosisList, one));
  const removed = before.diagnosisList.filter((one) => lacks(after.diagnosisList, one));
  const advice = textChange(before.advice, after.advice);
  const overDaysReason = textChange(before.overDaysReason, after.overDaysReason);
  const isSame =
    lines.every(({ kind }) => kind === 'kept') && added.length + removed.length === 0 && !advice && !overDaysReason;
  return { lines, diagnoses: { added, removed }, advice, overDaysReason, isSame };
}

/** Whether a draft says nothing that the issued prescription does not say. */
export const isSameAsIssued = (draft: RxDraft, issued: Stored): boolean =>
  draft.lines.length === issued.lines.length && changesBetween(contentOf(issued), contentOfDraft(draft)).isSame;
