import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { DrugId, WarehouseId } from '../ids.ts';
import { Cents, Int, Ms, PageQuery, page, reasonText, someText, text } from '../values.ts';

const amount = z.nullable(z.number().check(z.positive(), z.maximum(1_000_000)));

/** What a hospital decides about a medicine; what depends on the generic alone comes from the clinical tables. */
export const MedicineFields = z.object({
  code: someText(40),
  genericCode: someText(80),
  name: someText(120),
  nameEn: text(200),
  tradeName: text(120),
  tradeNameEn: text(200),
  specification: someText(120),
  specificationEn: text(200),
  dosageForm: someText(40),
  manufacturer: someText(120),
  manufacturerEn: text(200),
  approvalNo: text(60),
  minUnit: someText(20),
  packUnit: someText(20),
  packFactor: z.int().check(z.minimum(1), z.maximum(100_000)),
  strength: amount,
  strengthUnit: text(20),
  defaultDose: amount,
  defaultDoseUnit: text(20),
  defaultFrequency: text(20),
  defaultRoute: text(20),
  /** For one pack, the same in every warehouse. */
  price: Cents.check(z.minimum(1), z.maximum(100_000_000)),
  prescriptionOnly: z.boolean(),
  highAlert: z.boolean(),
  /** 0 no antibiotic, 1 unrestricted, 2 restricted, 3 special; never below the level of the generic. */
  antibioticLevel: z.int().check(z.minimum(0), z.maximum(3)),
});
export type MedicineFields = z.infer<typeof MedicineFields>;

/** A medicine of the formulary. `revision` is the number of its last change, which each change names. */
const Medicine = z.extend(MedicineFields, { id: DrugId, revision: z.int(), retired: z.boolean() });
export type Medicine = z.infer<typeof Medicine>;

/** One warehouse's packs of a medicine. */
const WarehouseStock = z.object({ warehouseId: WarehouseId, name: z.string(), stock: Int, price: Cents });
export type WarehouseStock = z.infer<typeof WarehouseStock>;

const StockCorrection = z.object({
  time: Ms,
  by: z.string(),
  warehouseId: WarehouseId,
  before: Int,
  after: Int,
  reason: z.string(),
});

const state = z._default(z.enum(['all', 'current', 'retired']), 'all');

export const pageMedicines = operation({
  method: 'GET',
  path: '/administration/medicines',
  source: 'ours',
  access: 'administrator',
  query: z.extend(PageQuery, { keyword: z.optional(text(100)), state }),
  reply: page(z.extend(Medicine, { stock: Int })),
});

export const getMedicine = operation({
  method: 'GET',
  path: '/administration/medicine',
  source: 'ours',
  access: 'administrator',
  query: z.object({ id: DrugId }),
  reply: z.object({
    medicine: Medicine,
    warehouses: z.array(WarehouseStock),
    corrections: z.array(StockCorrection),
  }),
});

/** Adds a medicine (`id` null), or changes the one whose last change is `revision`. */
export const saveMedicine = operation({
  method: 'POST',
  path: '/administration/medicine/save',
  source: 'ours',
  access: 'administrator',
  body: z.extend(MedicineFields, { id: z.nullable(DrugId), revision: z.nullable(z.int()) }),
  reply: z.object({ id: DrugId, revision: z.int() }),
});

/** Takes a medicine out of what can be prescribed, or puts it back; prescriptions that have it keep it. */
export const retireMedicine = operation({
  method: 'POST',
  path: '/administration/medicine/retire',
  source: 'ours',
  access: 'administrator',
  body: z.object({ id: DrugId, revision: z.int(), retired: z.boolean() }),
  reply: z.object({ revision: z.int() }),
});

/** Sets a warehouse's packs to what was counted; refused if the packs are no longer `before`. */
export const correctStock = operation({
  method: 'POST',
  path: '/administration/medicine/stock',
  source: 'ours',
  access: 'administrator',
  body: z.object({
    id: DrugId,
    warehouseId: WarehouseId,
    before: z.int().check(z.minimum(0), z.maximum(10_000_000)),
    after: z.int().check(z.minimum(0), z.maximum(10_000_000)),
    reason: reasonText(200),
  }),
  reply: z.object({ stock: Int }),
});

/** The codes that a medicine's fields may have, and the generics with the least antibiotic level of each. */
export const medicineChoices = operation({
  method: 'GET',
  path: '/administration/medicine/choices',
  source: 'ours',
  access: 'administrator',
  reply: z.object({
    generics: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        pinyin: z.string(),
        antibioticLevel: z.int(),
        controlType: z.int(),
      }),
    ),
    dosageForms: z.array(z.string()),
    units: z.array(z.string()),
    frequencies: z.array(z.string()),
    routes: z.array(z.string()),
  }),
});
