import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { Drug } from '../http/drugs.ts';
import { DayDose, RxStep } from '../http/prescription.ts';
import { DrugId, TemplateId, WarehouseId } from '../ids.ts';
import { textLengths } from '../limits.ts';
import { ofSections } from '../recordSections.ts';
import { lineBounds, mostEntries } from '../settingBounds.ts';
import { Diagnosis } from '../shared.ts';
import { Int, Int4, intBetween, Ms, someText, text } from '../values.ts';
import { onlyVariables } from '../variables.ts';

/** Variables in the texts of a template, written as `{{patient.name}}`. */
export const templateVariables = [
  'patient.name',
  'patient.age',
  'patient.gender',
  'doctor.name',
  'hospital',
  'date',
] as const;

const withVariables = (max: number) => text(max).check(onlyVariables(templateVariables));

const diagnosisList = z.array(Diagnosis).check(z.maxLength(mostEntries));

/** A medicine of a set; null fields are left to the doctor. The pack count is set only if it was typed by hand. */
export const SetLine = z.object({
  drugId: DrugId,
  drugName: text(200),
  specification: text(200),
  onceDose: z.nullable(z.number().check(z.positive(), z.maximum(lineBounds.dose))),
  onceDoseUnit: someText(20),
  frequency: z.nullable(someText(20)),
  route: z.nullable(someText(40)),
  days: z.nullable(intBetween(lineBounds.days)),
  quantity: z.nullable(intBetween(lineBounds.packs)),
  remark: text(200),
  /** Loading dose, later steps of a taper, and limits of what is taken as needed; absent from most lines. */
  firstDose: z.nullish(z.number().check(z.positive(), z.maximum(lineBounds.dose))),
  steps: z.nullish(z.array(RxStep).check(z.maxLength(lineBounds.steps))),
  maxTimes: z.nullish(Int.check(z.minimum(1), z.maximum(24))),
  minHours: z.nullish(Int.check(z.minimum(1), z.maximum(24))),
  /** Doses that differ by time of day; the dose is then the largest of them and the frequency counts them. */
  dayDoses: z.nullish(z.array(DayDose).check(z.maxLength(5))),
});
export type SetLine = z.infer<typeof SetLine>;

/** Medicines that are prescribed together. */
export const PrescriptionSet = z.object({
  kind: z.literal('prescription'),
  lines: z.array(SetLine).check(z.minLength(1), z.maxLength(mostEntries)),
  diagnosisList,
  advice: withVariables(1_000),
});
export type PrescriptionSet = z.infer<typeof PrescriptionSet>;

/** Texts for the sections of a medical record. */
export const RecordTemplate = z.object({
  kind: z.literal('record'),
  sections: z.object(ofSections((length) => z.optional(withVariables(length)))),
  diagnosisList,
});
export type RecordTemplate = z.infer<typeof RecordTemplate>;

export const TemplateContent = z.discriminatedUnion('kind', [PrescriptionSet, RecordTemplate]);
export type TemplateContent = z.infer<typeof TemplateContent>;

const Kind = z.enum(['prescription', 'record']);
const Scope = z.enum(['personal', 'department']);

/** A template as a list row. `drugs` are in the reader's language; `uses` are the reader's own. */
export const TemplateBrief = z.object({
  id: TemplateId,
  kind: Kind,
  scope: Scope,
  name: z.string(),
  version: Int,
  /** Whether the reader wrote it and may change it. */
  own: z.boolean(),
  author: z.string(),
  drugs: z.array(z.string()),
  sections: z.array(z.string()),
  uses: Int,
  usedTime: z.nullish(Ms),
  updateTime: Ms,
});
export type TemplateBrief = z.infer<typeof TemplateBrief>;

const byId = z.object({ id: TemplateId });

/** The reader's own templates and those of their department, last used first. */
export const listTemplates = operation({
  method: 'GET',
  path: '/consult/template/list',
  source: 'ours',
  access: 'doctor',
  query: z.object({ kind: Kind }),
  reply: z.array(TemplateBrief),
});

export const getTemplate = operation({
  method: 'GET',
  path: '/consult/template/info',
  source: 'ours',
  access: 'doctor',
  query: byId,
  reply: z.extend(TemplateBrief, { content: TemplateContent }),
});

/**
 * Creates a template, or changes the author's own with this `id` and `version`. Names are unique, ignoring case, among the
 * templates of one kind of a doctor or department.
 */
export const saveTemplate = operation({
  method: 'POST',
  path: '/consult/template/save',
  source: 'ours',
  access: 'doctor',
  body: z.object({
    id: z.optional(TemplateId),
    version: z.optional(Int4.check(z.minimum(0))),
    name: someText(textLengths.name),
    scope: Scope,
    content: TemplateContent,
  }),
  reply: z.object({ id: TemplateId, version: Int }),
});

export const deleteTemplate = operation({
  method: 'POST',
  path: '/consult/template/delete',
  source: 'ours',
  access: 'doctor',
  body: byId,
  reply: z.literal(true),
});

/** Counts one use by the reader, for the order of the list. */
export const noteTemplateUse = operation({
  method: 'POST',
  path: '/consult/template/use',
  source: 'ours',
  access: 'doctor',
  body: byId,
  reply: z.literal(true),
});

/** The doctor's favourite medicines: all their ids, and the ones that this pharmacy stocks, the latest first. */
export const listFavouriteDrugs = operation({
  method: 'GET',
  path: '/consult/template/favourite-drugs',
  source: 'ours',
  access: 'doctor',
  query: z.object({ warehouseId: WarehouseId }),
  reply: z.object({ drugIds: z.array(DrugId), drugs: z.array(Drug) }),
});

export const setFavouriteDrug = operation({
  method: 'POST',
  path: '/consult/template/favourite-drug',
  source: 'ours',
  access: 'doctor',
  body: z.object({ drugId: DrugId, favourite: z.boolean() }),
  reply: z.literal(true),
});
