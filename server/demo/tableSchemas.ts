import { z } from 'zod';
import { dosageForms, routeCodes } from '../../clinical/doses/route.ts';
import { Amount, Code, Initials, Text } from '../tableFile.ts';

/** A product: one generic in one form, strength and pack, with price (in cents) and initial stock. */
export const Product = z.strictObject({
  code: Code,
  generic: Code,
  name: Text,
  tradeName: Text.nullable(),
  pinyin: Initials,
  dosageForm: z.enum(dosageForms),
  strength: Amount,
  specification: Text,
  minUnit: Code,
  packUnit: Code,
  packFactor: z.int().positive(),
  manufacturer: Text,
  approvalNo: z.string().min(1),
  price: z.int().positive(),
  defaultDose: Amount,
  defaultFrequency: Code,
  defaultRoute: z.enum(routeCodes),
  /** Initial stock in packs, by warehouse code. */
  stock: z.record(Code, z.int().nonnegative()),
});
export type Product = z.infer<typeof Product>;

/** A quick reply for the doctors of a department, or for all when the department is null. */
export const QuickReply = z.strictObject({ department: z.int().nullable(), title: Text, content: Text, sort: z.int() });
export type QuickReply = z.infer<typeof QuickReply>;

/** A template of a department, or a personal one of its first doctor: a prescription set or texts of a record. */
export const Template = z.strictObject({
  department: z.int(),
  personal: z.boolean(),
  name: Text,
  diagnoses: z.array(z.string().min(1)),
  set: z
    .strictObject({
      drugs: z.array(z.strictObject({ product: Code, days: z.int().positive(), remark: Text.nullable() })).min(1),
      advice: Text,
    })
    .nullable(),
  record: z.record(z.string(), Text).nullable(),
});
export type Template = z.infer<typeof Template>;

/** A warehouse that medicines are dispensed from. */
export const Warehouse = z.strictObject({ code: Code, name: Text, type: z.int(), isDefault: z.boolean() });
export type Warehouse = z.infer<typeof Warehouse>;

/** Part of a person's name: a family name, a given name, or a whole name from elsewhere. */
export const NamePart = z.strictObject({
  kind: z.enum(['surname', 'male', 'female', 'foreign-male', 'foreign-female']),
  name: Text,
});
export type NamePart = z.infer<typeof NamePart>;

/** A reason for a consultation, with the patient's answers, the diagnosis and the usual medicines. */
export const Scenario = z.strictObject({
  code: Code,
  department: z.int(),
  /** 0 anybody, 1 men, 2 women. */
  gender: z.int().min(0).max(2),
  /** In months. */
  ageFrom: z.int().nonnegative(),
  ageTo: z.int().positive(),
  diagnosis: z.string(),
  chronic: z.boolean(),
  days: z.int().positive(),
  /** Generic codes. */
  drugs: z.array(Code),
  complaint: Text,
  symptoms: Text,
  duration: Text,
  replies: z.array(Text).min(3),
  advice: Text,
});
export type Scenario = z.infer<typeof Scenario>;
