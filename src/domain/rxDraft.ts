import * as z from 'zod/mini';
import { obstaclesOf } from '../../clinical/checks/obstacles.ts';
import { type Packing, unitFits } from '../../clinical/doses/dose.ts';
import { type Quantity, quantityOf } from '../../clinical/doses/quantity.ts';
import { coursesOf } from '../../clinical/doses/regimen.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { blankIn } from '../../clinical/words/blanks.ts';
import { Drug } from '../../contract/http/drugs.ts';
import { Override, type RuleHit, type Rx, RxLine } from '../../contract/http/prescription.ts';
import { InventoryId, PrescriptionId, RequestId, WarehouseId } from '../../contract/ids.ts';
import { Diagnosis } from '../../contract/shared.ts';
import {
  draftRegimen,
  draftRegimenOf,
  missingInRegimen,
  type RegimenField,
  regimenOf,
  sentRegimen,
} from './rxRegimen.ts';

/** What is written of a medicine, in a prescription and in a set; null fields are not chosen yet. */
export const draftLineFields = {
  onceDose: z.nullable(z.number()),
  onceDoseUnit: z.string(),
  frequency: z.nullable(z.string()),
  route: z.nullable(z.string()),
  days: z.nullable(z.number()),
  quantity: z.nullable(z.number()),
  remark: z.string(),
  ...draftRegimen,
};

/** Reads a line that a browser keeps from an earlier version, which called its medicine `drug`. */
export const withStoredName = z.transform((line: unknown) => {
  if (typeof line !== 'object' || line === null || !('drug' in line) || 'medicine' in line) return line;
  const { drug: medicine, ...rest } = line;
  return { ...rest, medicine };
});

/** A line being written; null fields are not chosen yet. Dose, base and pack units are separate. */
const WrittenLine = z.object({
  key: z.string(),
  medicine: Drug,
  /** Language of the medicine's names; absent if unknown. */
  language: z.optional(z.string()),
  ...draftLineFields,
  /** The doctor typed the quantity; it is recomputed only on request. */
  quantityManual: z.boolean(),
  /** Stock and price (cents) before the pharmacy changed them; absent once the doctor changed the line. */
  was: z.optional(z.object({ stock: z.int(), price: z.int() })),
});
export const DraftLine = z.pipe(withStoredName, WrittenLine);
export type DraftLine = Readonly<z.infer<typeof WrittenLine>>;

/** A prescription being written. `requestId` never changes, so that repeated sends create one prescription. */
export const RxDraft = z.object({
  requestId: RequestId,
  /** Set when an issued prescription is edited, with the version it is based on. */
  editing: z.nullable(z.object({ id: PrescriptionId, version: z.int() })),
  warehouseId: z.nullable(WarehouseId),
  rxType: z.int(),
  diagnosisList: z.readonly(z.array(Diagnosis)),
  lines: z.readonly(z.array(DraftLine)),
  advice: z.string(),
  overDaysReason: z.string(),
  /** Reasons as typed, including what the platform would refuse. */
  overrides: z.readonly(z.array(z.extend(Override, { reason: z.string() }))),
  guardianConfirmed: z.boolean(),
});
export type RxDraft = Readonly<z.infer<typeof RxDraft>>;

/** An empty form. It is never sent: the loaded prescription brings its own request id. */
export const blankDraft: RxDraft = {
  requestId: RequestId.parse('00000000-0000-0000-0000-000000000000'),
  editing: null,
  warehouseId: null,
  rxType: 0,
  diagnosisList: [],
  lines: [],
  advice: '',
  overDaysReason: '',
  overrides: [],
  guardianConfirmed: false,
};

export const emptyDraft = (requestId: RequestId): RxDraft => ({ ...blankDraft, requestId });

function packingOf(medicine: Drug): Packing {
  const strength =
    medicine.strength && medicine.strengthUnit ? { value: medicine.strength, unit: medicine.strengthUnit } : null;
  return { minUnit: medicine.minUnit, strength, packUnit: medicine.packUnit, packFactor: medicine.packFactor };
}

/** Whether the dose unit fits the medicine; a line of an issued prescription passes until its medicine is loaded. */
export const hasFittingUnit = ({ medicine, onceDoseUnit }: DraftLine): boolean =>
  !medicine.warehouseId || unitFits(onceDoseUnit, packingOf(medicine));

/** The packs a line needs by dose, frequency and days, with the formula; null if one of them is missing. */
export function computedQuantity(line: DraftLine): Quantity | null {
  const regimen = sentRegimen(line);
  return regimen && quantityOf(coursesOf(regimenOf(regimen)), packingOf(line.medicine));
}

/** The line with its quantity recomputed, unless the doctor typed it. */
export function withQuantity(line: DraftLine): DraftLine {
  if (line.quantityManual) return line;
  const computed = computedQuantity(line);
  return { ...line, quantity: computed?.ok ? computed.packs : null };
}

/** A new line for a medicine, with its usual dose, frequency and route if the medicine table has them. */
export const lineFor = (medicine: Drug, key: string): DraftLine =>
  withQuantity({
    key,
    medicine: medicine,
    onceDose: medicine.defaultDose ?? null,
    onceDoseUnit: medicine.defaultDoseUnit ?? medicine.minUnit,
    frequency: medicine.defaultFrequency ?? null,
    route: medicine.defaultRoute ?? null,
    days: 3,
    quantity: null,
    quantityManual: false,
    remark: '',
  });

export type LineField = RegimenField | 'onceDoseUnit' | 'route' | 'quantity' | 'remark';
export type MissingInLine = { readonly key: string; readonly index: number; readonly field: LineField };

/** The line as it is sent; null while something is missing. */
function lineOnWire(line: DraftLine): RxLine | null {
  const { medicine, route, quantity } = line;
  const regimen = sentRegimen(line);
  if (regimen === null || route === null || quantity === null) return null;
  const computed = computedQuantity(line);
  return {
    drugId: medicine.drugId,
    inventoryId: medicine.id,
    drugName: medicine.name,
    tradeName: medicine.tradeName ?? null,
    specification: medicine.specification,
    dosageForm: medicine.dosageForm,
    manufacturer: medicine.manufacturer,
    ...regimen,
    route,
    quantity,
    packUnit: medicine.packUnit,
    minUnit: medicine.minUnit,
    packFactor: medicine.packFactor,
    price: medicine.price,
    remark: line.remark,
    quantityManual: line.quantityManual,
    packRest: computed?.ok ? computed.packRest : null,
  };
}

/** Fields with more than a prescription can carry; sent, one of them would refuse the checks of all lines. */
function beyondLimits(line: DraftLine): LineField[] {
  const wire = lineOnWire(line);
  const issues = (wire && RxLine.safeParse(wire).error?.issues) ?? [];
  return issues.flatMap(({ path: [name, at, part, place] }): LineField[] => {
    const step = name === 'steps' ? Number(at) : null;
    if (step !== null && (part === 'dose' || part === 'days')) return [`steps.${step}.${part}`];
    const moment = (step === null ? wire : wire?.steps?.[step])?.dayDoses?.[Number(step === null ? at : place)]?.moment;
    if (moment) return [step === null ? `dayDoses.${moment}` : `steps.${step}.dayDoses.${moment}`];
    return limitedFields.filter((field) => field === name);
  });
}

const limitedFields = ['onceDose', 'days', 'quantity', 'firstDose'] as const;

/** What a line lacks or contains wrongly. */
export const missingIn = (line: DraftLine): LineField[] => [
  ...beyondLimits(line),
  ...missingInRegimen(line),
  ...(['route', 'quantity'] as const).filter((field) => line[field] === null),
  ...(hasFittingUnit(line) ? [] : (['onceDoseUnit'] as const)),
];

/** What the lines lack or contain wrongly before the prescription can be sent. */
export const missingInLines = (draft: RxDraft): readonly MissingInLine[] =>
  draft.lines.flatMap((line, index) => missingIn(line).map((field) => ({ key: line.key, index, field })));

/** What the lines lack before they can be signed: what is missing, and notes with a blank. */
export const dueInLines = (draft: RxDraft): readonly MissingInLine[] => [
  ...missingInLines(draft),
  ...draft.lines.flatMap(({ key, remark }, index) =>
    blankIn(remark) === null ? [] : [{ key, index, field: 'remark' as const }],
  ),
];

/** Whether everything that a submission needs is filled in, and no signed text has a blank. */
export const isComplete = (draft: RxDraft): boolean =>
  draft.warehouseId !== null &&
  draft.lines.length > 0 &&
  draft.diagnosisList.length > 0 &&
  blankIn(draft.advice) === null &&
  blankIn(draft.overDaysReason) === null &&
  dueInLines(draft).length === 0;

/** A line on the wire, with its index in the draft. */
export type SentLine = { readonly index: number; readonly line: RxLine };

/** The lines to send. Incomplete ones are left out, so an index on the wire differs from the index in the draft. */
export const sentLines = (draft: RxDraft): readonly SentLine[] =>
  draft.lines.flatMap((one, index) => {
    const line = missingIn(one).length > 0 ? null : lineOnWire(one);
    return line ? [{ index, line }] : [];
  });

/** What prevents the submission of the draft. */
export const obstaclesIn = ({ overrides }: Pick<RxDraft, 'overrides'>, hits: readonly RuleHit[]) =>
  obstaclesOf(hits, overrides);

/** The reasons for the sent lines, by wire index. */
export const sentReasons = (sent: readonly SentLine[], draft: RxDraft): RxDraft['overrides'] =>
  draft.overrides.flatMap((given) => {
    if (given.reason === '') return [];
    if (typeof given.lineIndex !== 'number') return [given];
    const at = sent.findIndex(({ index }) => index === given.lineIndex);
    return at < 0 ? [] : [{ ...given, lineIndex: at }];
  });

/** Maps findings from wire indexes to draft indexes. */
export const atDraftLines = (sent: readonly SentLine[], hits: readonly RuleHit[]): readonly RuleHit[] =>
  hits.map((hit) => {
    const place = (at: number) => sent[at]?.index ?? at;
    const other = hit.params?.otherLine;
    return {
      ...hit,
      ...(typeof hit.lineIndex === 'number' ? { lineIndex: place(hit.lineIndex) } : {}),
      ...(typeof other === 'number' && other > 0 ? { params: { ...hit.params, otherLine: place(other - 1) + 1 } } : {}),
    };
  });

/** A medicine rebuilt from an issued line: enough to show and change the line, with the quantity as typed. */
const medicineOf = (line: RxLine): Drug => ({
  id: line.inventoryId ?? InventoryId.parse(line.drugId),
  drugId: line.drugId,
  name: line.drugName,
  tradeName: line.tradeName,
  specification: line.specification,
  dosageForm: line.dosageForm ?? '',
  manufacturer: line.manufacturer ?? '',
  minUnit: line.minUnit ?? line.onceDoseUnit,
  packUnit: line.packUnit,
  packFactor: line.packFactor ?? 1,
  price: line.price ?? 0,
  stock: line.quantity,
});

/** Whether the draft changes exactly this version of an issued prescription. */
export const isCurrent = ({ editing }: RxDraft, { id, version }: Pick<Rx, 'id' | 'version'>): boolean =>
  editing?.id === id && editing.version === version;

/** Key of the draft line that came from this line of an issued prescription. */
export const issuedLineKey = ({ id }: Pick<Rx, 'id'>, index: number): string => `${id}-${index}`;

/**
 * Opens an issued prescription for change or for repeating; `editing` is null for a repeat. A repeat takes its diagnoses from
 * the record of its own consultation, never the earlier ones.
 */
export const draftFrom = (rx: Rx, requestId: RequestId, editing: RxDraft['editing']): RxDraft => ({
  requestId,
  editing,
  warehouseId: rx.warehouseId,
  rxType: rx.rxType,
  diagnosisList: editing ? rx.diagnosisList : [],
  lines: rx.lines.map((line, index) => ({
    key: issuedLineKey(rx, index),
    medicine: medicineOf(line),
    // The doctor writes the dose of a line again that the platform cannot read.
    onceDose: line.unreadable ? null : line.onceDose,
    onceDoseUnit: line.onceDoseUnit,
    frequency: line.frequency,
    route: line.route,
    days: line.days,
    quantity: line.quantity,
    quantityManual: true,
    remark: line.remark ?? '',
    ...draftRegimenOf(line),
  })),
  advice: rx.advice ?? '',
  overDaysReason: rx.overDaysReason ?? '',
  overrides: editing ? (rx.overrides ?? []) : [],
  guardianConfirmed: editing ? (rx.guardianConfirmed ?? false) : false,
});

/**
 * The draft as an edit of the version that an earlier attempt stored, so that no second prescription is created. Null if
 * that attempt submitted the prescription, or the prescription changed since.
 */
export const asEditOf = (draft: RxDraft, latest: Rx, storedVersion: number): RxDraft | null =>
  latest.status === PrescriptionStatus.draft && latest.version === storedVersion
    ? { ...draft, editing: { id: latest.id, version: latest.version } }
    : null;

/** The prescription under review, as a draft that the checks can read; the draft itself where there is none. */
export const asReviewed = (draft: RxDraft, latest: Rx | null): RxDraft =>
  latest ? draftFrom(latest, draft.requestId, { id: latest.id, version: latest.version }) : draft;
