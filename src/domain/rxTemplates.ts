import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { isBlank } from '../../clinical/words/writtenReason.ts';
import type { PrescriptionSet, SetLine } from '../../contract/extension/templates.ts';
import type { Drug } from '../../contract/http/drugs.ts';
import type { RxBrief, RxLine } from '../../contract/http/prescription.ts';
import type { WarehouseId } from '../../contract/ids.ts';
import type { Diagnosis } from '../../contract/shared.ts';
import { withDiagnosis } from './record.ts';
import type { DraftLine, RxDraft } from './rxDraft.ts';
import { withLine, withMedicine } from './rxLines.ts';
import { draftRegimenOf, isAsNeeded, writtenDayDoses, writtenSteps } from './rxRegimen.ts';
import type { Stocks } from './rxStock.ts';
import { withoutPatient } from './templateTexts.ts';

/** What a set or an earlier prescription offers; its medicines are looked up in the pharmacy before they are added. */
export type RxOffer = Pick<PrescriptionSet, 'lines' | 'diagnosisList' | 'advice'>;

type RegimenPart = Pick<SetLine, 'firstDose' | 'steps' | 'maxTimes' | 'minHours' | 'dayDoses'>;

/** What only tapers, loading doses, medicines taken as needed and unequal doses have. */
const regimenPart = ({ firstDose, steps, maxTimes, minHours, dayDoses }: RegimenPart): RegimenPart => ({
  ...(firstDose ? { firstDose } : {}),
  ...(steps && steps.length > 0 ? { steps } : {}),
  ...(maxTimes ? { maxTimes } : {}),
  ...(minHours ? { minHours } : {}),
  ...(dayDoses && dayDoses.length > 0 ? { dayDoses } : {}),
});

type Past = Pick<RxBrief, 'status' | 'diagnosisList'> & { readonly lines: readonly RxLine[] };

/** The offer of an earlier prescription. */
export const offerFromRx = ({ lines, diagnosisList }: Past): RxOffer => ({
  diagnosisList,
  advice: '',
  lines: lines.map((line) => ({
    drugId: line.drugId,
    drugName: line.drugName,
    specification: line.specification,
    onceDose: line.onceDose,
    onceDoseUnit: line.onceDoseUnit,
    frequency: line.frequency,
    route: line.route,
    days: line.days,
    quantity: line.quantityManual ? line.quantity : null,
    remark: line.remark ?? '',
    ...regimenPart(line),
  })),
});

const S = PrescriptionStatus;
const issued: readonly number[] = [S.pending, S.approved, S.dispensed, S.expired];

/** The last prescription that was issued, of a list with the newest first; drafts, rejected and cancelled ones are none. */
export const lastIssued = <P extends Past>(history: readonly P[]): P | null =>
  history.find(({ status, lines }) => issued.includes(status) && lines.length > 0) ?? null;

/** A written line, where a step or a limit may be half written. */
export type WrittenLine = Omit<SetLine, keyof RegimenPart> & Pick<DraftLine, keyof RegimenPart>;

/** A change of the frequency hides these fields, which may still have a value. */
const noLimits = { maxTimes: null, minHours: null };

/** Doses by time of day that are half written leave the dosage open: the filled ones alone would be another dosage. */
const leftOpen = { onceDose: null, frequency: null, dayDoses: [] };

/** A written line as a set stores it; half written steps are left out. */
export const setLineOf = (line: WrittenLine): SetLine => ({
  drugId: line.drugId,
  drugName: line.drugName,
  specification: line.specification,
  onceDose: line.onceDose,
  onceDoseUnit: line.onceDoseUnit,
  frequency: line.frequency,
  route: line.route,
  days: line.days,
  quantity: line.quantity,
  remark: line.remark,
  ...regimenPart({
    ...line,
    ...(isAsNeeded(line.frequency) ? {} : noLimits),
    steps: writtenSteps(line),
    dayDoses: writtenDayDoses(line),
  }),
  ...(line.dayDoses?.some(({ dose }) => dose === null) ? leftOpen : {}),
});

/** The lines of a prescription as a set, without the patient's name. */
export const setFrom = (draft: RxDraft, patientName: string): PrescriptionSet => ({
  kind: 'prescription',
  diagnosisList: [...draft.diagnosisList],
  advice: withoutPatient(draft.advice, patientName),
  lines: draft.lines.map((line) => {
    const { drugId, name, specification } = line.medicine;
    const quantity = line.quantityManual ? line.quantity : null;
    const remark = withoutPatient(line.remark, patientName);
    return setLineOf({ ...line, drugId, drugName: name, specification, quantity, remark });
  }),
});

/** A medicine of an offer as the chosen pharmacy has it now; `failed` if the pharmacy did not answer. */
export type Resolved =
  | { readonly outcome: 'found'; readonly line: SetLine; readonly medicine: Drug }
  | { readonly outcome: 'missing' | 'outOfStock' | 'failed'; readonly line: SetLine };

const onSale = 1;

/** Looks a medicine up in the pharmacy's answers; null means that the pharmacy did not answer. */
export function resolved(
  line: SetLine,
  places: readonly Drug[] | null,
  stocks: Stocks | null,
  warehouseId: WarehouseId,
): Resolved {
  if (places === null || stocks === null) return { outcome: 'failed', line };
  const medicine = places.find((one) => one.warehouseId === warehouseId);
  const now = stocks.find(({ drugId }) => drugId === line.drugId);
  if (!medicine || now?.status !== onSale) return { outcome: 'missing', line };
  if (now.stock <= 0) return { outcome: 'outOfStock', line };
  return { outcome: 'found', line, medicine: { ...medicine, stock: now.stock, price: now.price } };
}

export type ApplyMode = 'add' | 'replace';

/** What a line of a set changes in a line with the medicine's usual dosage; what the set leaves open stays usual. */
function dosageOf(line: SetLine): Partial<DraftLine> {
  const { onceDose, onceDoseUnit, frequency, route, days, quantity, remark } = line;
  return {
    ...(onceDose === null ? {} : { onceDose, onceDoseUnit }),
    ...(frequency === null ? {} : { frequency }),
    ...(route === null ? {} : { route }),
    ...(days === null ? {} : { days }),
    ...(quantity === null ? {} : { quantity, quantityManual: true }),
    ...draftRegimenOf(regimenPart(line)),
    remark,
  };
}

function withSetLine(draft: RxDraft, { line, medicine }: { line: SetLine; medicine: Drug }, language: string): RxDraft {
  const added = withMedicine(draft, medicine, language);
  const key = added.lines.at(-1)?.key;
  return key === undefined ? added : withLine(added, key, dosageOf(line));
}

const joined = (before: string, added: string) =>
  isBlank(added) || before.includes(added.trim()) ? before : [before.trimEnd(), added].filter(Boolean).join('\n');

/**
 * The draft with the offer. `add` leaves every line as it is and adds medicines that are not on it; `replace` takes the
 * offer's lines instead. Medicines that the pharmacy does not have are left out.
 */
export function withOffer(
  draft: RxDraft,
  offer: RxOffer,
  lines: readonly Resolved[],
  mode: ApplyMode,
  language: string,
): RxDraft {
  const isNew = ({ line }: Resolved) =>
    mode === 'replace' || draft.lines.every(({ medicine }) => medicine.drugId !== line.drugId);
  const found = lines.flatMap((one) => (one.outcome === 'found' && isNew(one) ? [one] : []));
  const overrides = draft.overrides.filter(({ lineIndex }) => typeof lineIndex !== 'number');
  const base = mode === 'replace' ? { ...draft, lines: [], overrides } : draft;
  const filled = found.reduce((written, one) => withSetLine(written, one, language), base);
  const { diagnosisList, advice } = offer;
  return mode === 'add'
    ? {
        ...filled,
        diagnosisList: diagnosisList.reduce<readonly Diagnosis[]>(withDiagnosis, draft.diagnosisList),
        advice: joined(draft.advice, advice),
      }
    : {
        ...filled,
        diagnosisList: diagnosisList.length > 0 ? diagnosisList : draft.diagnosisList,
        advice: isBlank(advice) ? draft.advice : advice,
      };
}

/** What happens to one medicine of the prescription. */
export type LineChange = {
  readonly kind: 'added' | 'changed' | 'same' | 'removed';
  readonly before: DraftLine | null;
  readonly after: DraftLine | null;
};

function orderedIn(line: DraftLine): string {
  const { onceDose, onceDoseUnit, frequency, route, days, quantity, remark } = line;
  const regimen = regimenPart({ ...line, steps: writtenSteps(line), dayDoses: writtenDayDoses(line) });
  return JSON.stringify([onceDose, onceDoseUnit, frequency, route, days, quantity, remark, regimen]);
}

/** The lines of two drafts side by side, by medicine. */
export function lineChanges(before: RxDraft, after: RxDraft): readonly LineChange[] {
  const left = [...before.lines];
  const changes = after.lines.map((next): LineChange => {
    const at = left.findIndex(({ medicine }) => medicine.drugId === next.medicine.drugId);
    const [old = null] = at < 0 ? [] : left.splice(at, 1);
    if (old === null) return { kind: 'added', before: null, after: next };
    return { kind: orderedIn(old) === orderedIn(next) ? 'same' : 'changed', before: old, after: next };
  });
  return [...changes, ...left.map((old): LineChange => ({ kind: 'removed', before: old, after: null }))];
}
