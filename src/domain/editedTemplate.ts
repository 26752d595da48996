import * as z from 'zod/mini';
import { sections } from '../../clinical/lifecycle/record.ts';
import type { PrescriptionSet, TemplateContent } from '../../contract/extension/templates.ts';
import { Drug } from '../../contract/http/drugs.ts';
import { DrugId, InventoryId, TemplateId } from '../../contract/ids.ts';
import { Diagnosis } from '../../contract/shared.ts';
import { type DraftLine, draftLineFields, withStoredName } from './rxDraft.ts';
import { draftRegimenOf, missingInRegimen, type RegimenField } from './rxRegimen.ts';
import { setLineOf } from './rxTemplates.ts';

/** A line of a set in the editor, where everything may be half written. */
const WrittenLine = z.object({
  /** Unique in the set. */
  key: z.string(),
  /** What the pharmacy said when the medicine was chosen, in this language; null for a stored line. */
  medicine: z.nullable(Drug),
  language: z.nullable(z.string()),
  drugId: DrugId,
  drugName: z.string(),
  specification: z.string(),
  ...draftLineFields,
});
const EditedLine = z.pipe(withStoredName, WrittenLine);
export type EditedLine = Readonly<z.infer<typeof WrittenLine>>;

const diagnosisList = z.array(Diagnosis);
const EditedSet = z.object({
  kind: z.literal('prescription'),
  lines: z.readonly(z.array(EditedLine)),
  diagnosisList,
  advice: z.string(),
});
export type EditedSet = Readonly<z.infer<typeof EditedSet>>;

const EditedRecord = z.object({
  kind: z.literal('record'),
  sections: z.partialRecord(z.enum(sections), z.optional(z.string())),
  diagnosisList,
});
export type EditedContent = Exclude<TemplateContent, PrescriptionSet> | EditedSet;

/** A template as it is edited, on the version that it was begun with; without an id it is new. */
export const EditedTemplate = z.object({
  id: z.nullable(TemplateId),
  version: z.int(),
  name: z.string(),
  scope: z.enum(['personal', 'department']),
  content: z.discriminatedUnion('kind', [EditedSet, EditedRecord]),
});
export type EditedTemplate = Readonly<z.infer<typeof EditedTemplate>>;

/** A stored template as the editor begins with it. */
export const editedContent = (content: TemplateContent): EditedContent =>
  content.kind === 'record'
    ? content
    : {
        ...content,
        lines: content.lines.map(({ firstDose, steps, maxTimes, minHours, dayDoses, ...line }, at) => ({
          ...line,
          ...draftRegimenOf({ firstDose, steps, maxTimes, minHours, dayDoses }),
          key: String(at),
          medicine: null,
          language: null,
        })),
      };

const leftOpen: readonly string[] = ['onceDose', 'frequency', 'days'];

/** What of a set's line is half written or contradicts itself; what the line leaves open is neither. */
export const unfinishedIn = (line: EditedLine): readonly RegimenField[] =>
  missingInRegimen(line).filter((field) => !leftOpen.includes(field) || line[field as 'frequency'] !== null);

/** The content to store; null while something is half written. */
export function storedContent(content: EditedContent): TemplateContent | null {
  if (content.kind === 'record') return content;
  if (content.lines.some((line) => unfinishedIn(line).length > 0)) return null;
  return { ...content, lines: content.lines.map(setLineOf) };
}

/** The lines with a chosen medicine; its dosage is left open, in the unit of its usual dose. */
export function withMedicine(lines: readonly EditedLine[], medicine: Drug, language: string): readonly EditedLine[] {
  const { drugId, name, specification, defaultDoseUnit, minUnit } = medicine;
  const key = String(Math.max(-1, ...lines.map((line) => Number(line.key))) + 1);
  const named = { key, medicine, language, drugId, drugName: name, specification };
  const open = { onceDose: null, frequency: null, route: null, days: null, quantity: null, remark: '' };
  return [...lines, { ...named, ...open, onceDoseUnit: defaultDoseUnit ?? minUnit }];
}

/** The lines with one of them a place further up or down; the same lines if it is at that end already. */
export function withLineMoved(lines: readonly EditedLine[], key: string, by: -1 | 1): readonly EditedLine[] {
  const at = lines.findIndex((line) => line.key === key);
  const [moved, next] = [lines[at], lines[at + by]];
  return moved && next ? lines.with(at, next).with(at + by, moved) : lines;
}

/** A line of a set as the fields of a prescription line show it; without facts of its medicine it has no formula. */
export const draftLineOf = (line: EditedLine, medicine: Drug | null): DraftLine => ({
  ...line,
  language: undefined,
  quantityManual: line.quantity !== null,
  medicine: medicine ?? {
    id: InventoryId.parse(line.drugId),
    drugId: line.drugId,
    name: line.drugName,
    specification: line.specification,
    dosageForm: '',
    manufacturer: '',
    minUnit: line.onceDoseUnit,
    packUnit: '',
    packFactor: 1,
    price: 0,
    stock: 0,
  },
});

/** A change of a prescription line's fields as a change of the set's line: a quantity by formula is left open. */
export function setPatchOf(patch: Partial<DraftLine>): Partial<EditedLine> {
  const { quantityManual, medicine: _, language: __, was: ___, ...written } = patch;
  return quantityManual === false ? { ...written, quantity: null } : written;
}
