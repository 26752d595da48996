import { asksForChange, type ChangeAnswer, isReasonFor, subjectOf } from '../../clinical/checks/reasons.ts';
import { isBlank } from '../../clinical/words/writtenReason.ts';
import type { Drug } from '../../contract/http/drugs.ts';
import type { RuleHit } from '../../contract/http/prescription.ts';
import type { WarehouseId } from '../../contract/ids.ts';
import type { Diagnosis } from '../../contract/shared.ts';
import { computedQuantity, type DraftLine, lineFor, type RxDraft, withQuantity } from './rxDraft.ts';

/** Packs in stock; null for a line of an issued prescription, which does not contain it. */
export const stockOf = (medicine: Drug): number | null => (medicine.warehouseId ? medicine.stock : null);

type Override = RxDraft['overrides'][number];

/** Adds a medicine as a new line with a unique key. */
export function withMedicine(draft: RxDraft, medicine: Drug, language: string): RxDraft {
  const numbers = draft.lines.map(({ key }) => Number(/#(\d+)$/.exec(key)?.[1] ?? 0));
  const key = `${medicine.id}#${Math.max(0, ...numbers) + 1}`;
  return { ...draft, lines: [...draft.lines, { ...lineFor(medicine, key), language }] };
}

/** Changes one line; its quantity is recomputed unless the doctor typed it. */
export const withLine = (draft: RxDraft, key: string, patch: Partial<DraftLine>): RxDraft => ({
  ...draft,
  lines: draft.lines.map((line) => (line.key === key ? withQuantity({ ...line, was: undefined, ...patch }) : line)),
});

/**
 * Adds the medicine table's data to a line, so that its quantity can be recomputed and its names shown in the person's
 * language. A quantity equal to the formula's no longer counts as typed.
 */
export const withFacts = (draft: RxDraft, key: string, medicine: Drug, language: string): RxDraft => ({
  ...draft,
  lines: draft.lines.map((line) => {
    if (line.key !== key) return line;
    const computed = computedQuantity({ ...line, medicine });
    return { ...line, medicine, language, quantityManual: !(computed?.ok && computed.packs === line.quantity) };
  }),
});

/** Renews what the pharmacy says about a chosen medicine: stock, price and names. Nothing that was typed changes. */
export const withMedicineNow = (draft: RxDraft, key: string, medicine: Drug, language: string): RxDraft => ({
  ...draft,
  lines: draft.lines.map((line) => (line.key === key ? { ...line, medicine, language } : line)),
});

/** A draft without what the pharmacy says about its medicines, except the price that the doctor saw (cents). */
const orderedIn = ({ lines, ...rest }: RxDraft) => ({
  ...rest,
  lines: lines.map(({ medicine, language: _, was: __, ...line }) => ({
    ...line,
    id: medicine.drugId,
    price: medicine.price,
  })),
});

/** Whether two drafts order the same, so that a submission of one may go on with the other. */
export const isSameOrder = (a: RxDraft, b: RxDraft): boolean =>
  JSON.stringify(orderedIn(a)) === JSON.stringify(orderedIn(b));

/** Removes a line and moves the reasons of later lines up. */
export function withoutLine(draft: RxDraft, key: string): RxDraft {
  const gone = draft.lines.findIndex((line) => line.key === key);
  if (gone < 0) return draft;
  const overrides = draft.overrides.flatMap((one): Override[] => {
    const at = one.lineIndex ?? null;
    if (at === null || at < gone) return [one];
    return at === gone ? [] : [{ ...one, lineIndex: at - 1 }];
  });
  return { ...draft, overrides, lines: draft.lines.filter((line) => line.key !== key) };
}

/** The doctor's reason for a finding. */
export const reasonFor = (draft: RxDraft, hit: Pick<RuleHit, 'ruleCode' | 'lineIndex' | 'params'>): string =>
  draft.overrides.find((one) => isReasonFor(one, hit))?.reason ?? '';

/** Replaces what the doctor wrote about a finding; nothing stays of an empty answer. */
function withAnswer(draft: RxDraft, hit: RuleHit, answer: Pick<Override, 'reason' | 'change'>): RxDraft {
  const others = draft.overrides.filter((one) => !isReasonFor(one, hit));
  const isEmpty = answer.reason === '' && !answer.change;
  const { change, reason } = answer;
  const written = { ...placeOf(hit), reason, ...(change ? { change } : {}) };
  return { ...draft, overrides: isEmpty ? others : [...others, written] };
}

export const withReason = (draft: RxDraft, hit: RuleHit, reason: string): RxDraft =>
  withAnswer(draft, hit, { reason, change: changeFor(draft, hit) });

/** The doctor's answer to a change of medicine; null where it is open. */
export const changeFor = (draft: RxDraft, hit: RuleHit): ChangeAnswer | null =>
  draft.overrides.find((one) => isReasonFor(one, hit))?.change ?? null;

export const withChange = (draft: RxDraft, hit: RuleHit, change: ChangeAnswer | null): RxDraft =>
  withAnswer(draft, hit, { reason: reasonFor(draft, hit), change });

const placeOf = (hit: RuleHit) => ({
  ruleCode: hit.ruleCode,
  // A change that is refused as both together was a warning before that answer.
  severity: asksForChange(hit) ? 'warn' : hit.level,
  lineIndex: hit.lineIndex ?? null,
  about: subjectOf(hit),
});

/** A missing maximum is a field to fill in; it becomes a finding once the doctor has tried to submit without it. */
export const isToFillIn = (draft: RxDraft, hit: RuleHit): boolean =>
  hit.ruleCode === 'asNeededMaximum' && reasonFor(draft, hit) === '';

/** A supply of so many days that it needs a reason, which is also printed. */
export const isLongSupply = ({ ruleCode, needReason }: RuleHit) => ruleCode === 'supplyDays' && needReason;

/** One reason for a long supply applies to every line that needs one. */
export const withOverDaysReason = (draft: RxDraft, hits: readonly RuleHit[], reason: string): RxDraft =>
  hits
    .filter(isLongSupply)
    .reduce((written, hit) => withReason(written, hit, reason), { ...draft, overDaysReason: reason });

type Usual = {
  readonly warehouseId: WarehouseId | null;
  readonly diagnoses: readonly Diagnosis[];
  readonly hits: readonly RuleHit[];
};

/**
 * Fills in what need not be entered twice: the usual pharmacy, the record's diagnoses, the reason for a long supply.
 */
export function filledIn(draft: RxDraft, { warehouseId, diagnoses, hits }: Usual): RxDraft {
  const isOpen = (hit: RuleHit) => isLongSupply(hit) && reasonFor(draft, hit) === '';
  const reasoned =
    !isBlank(draft.overDaysReason) && hits.some(isOpen) ? withOverDaysReason(draft, hits, draft.overDaysReason) : draft;
  const lacksPharmacy = draft.warehouseId === null && warehouseId !== null;
  const lacksDiagnosis = draft.diagnosisList.length === 0 && diagnoses.length > 0;
  if (!lacksPharmacy && !lacksDiagnosis) return reasoned;
  return {
    ...reasoned,
    warehouseId: draft.warehouseId ?? warehouseId,
    diagnosisList: lacksDiagnosis ? diagnoses : draft.diagnosisList,
  };
}
