import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { DrugId, InventoryId, WarehouseId } from '../ids.ts';
import { Cents, Int, PageQuery, rows, text } from '../values.ts';

const caution = z.nullish(z.enum(['forbidden', 'caution']));

/** A product in a warehouse. `strength` is per base unit (`minUnit`), `packFactor` base units make one pack. */
export const Drug = z.object({
  id: InventoryId,
  drugId: DrugId,
  warehouseId: z.nullish(WarehouseId),
  code: z.nullish(z.string()),
  name: z.string(),
  tradeName: z.nullish(z.string()),
  pinyin: z.nullish(z.string()),
  atc: z.nullish(z.string()),
  specification: z.string(),
  dosageForm: z.string(),
  manufacturer: z.string(),
  approvalNo: z.nullish(z.string()),
  minUnit: z.string(),
  packUnit: z.string(),
  packFactor: z.number(),
  strength: z.nullish(z.number()),
  strengthUnit: z.nullish(z.string()),
  defaultDose: z.nullish(z.number()),
  defaultDoseUnit: z.nullish(z.string()),
  defaultFrequency: z.nullish(z.string()),
  defaultRoute: z.nullish(z.string()),
  price: Cents,
  stock: Int,
  ingredients: z.nullish(z.array(z.string())),
  drugClass: z.nullish(z.string()),
  controlType: z.nullish(Int),
  flags: z.nullish(
    z.object({
      pregnancy: caution,
      lactation: caution,
      child: caution,
      elder: caution,
      liver: caution,
      kidney: caution,
    }),
  ),
  minAge: z.nullish(z.number()),
  maxSingleDose: z.nullish(z.number()),
  maxDailyDose: z.nullish(z.number()),
  skinTest: z.nullish(z.boolean()),
  highAlert: z.nullish(z.boolean()),
  antibioticLevel: z.nullish(Int),
});
export type Drug = z.infer<typeof Drug>;

/** Drug properties to check before use: control level, and patient groups it does not suit. */
export const DrugProperties = z.pick(Drug, {
  drugId: true,
  approvalNo: true,
  manufacturer: true,
  controlType: true,
  flags: true,
  skinTest: true,
  highAlert: true,
  antibioticLevel: true,
});
export type DrugProperties = z.infer<typeof DrugProperties>;

export const listWarehouses = operation({
  method: 'GET',
  path: '/admin-api/medicines/drug-warehouse/newList',
  source: 'ours',
  access: 'clinician',
  reply: z.array(
    z.object({ id: WarehouseId, name: z.string(), type: z.nullish(Int), isDefault: z.nullish(z.boolean()) }),
  ),
});

export const searchDrugs = operation({
  method: 'POST',
  path: '/medicines/drug-western-inventory/list',
  source: 'ours',
  access: 'clinician',
  body: z.extend(PageQuery, { warehouseId: WarehouseId, keyword: z.optional(text(100)) }),
  reply: rows(Drug),
});

/** Current stock and price; requested again right before submission. `status` 1 is on sale. */
export const getDrugInventory = operation({
  method: 'POST',
  path: '/medicines/drug-western-inventory/getDrugInventoryInfo',
  source: 'ours',
  access: 'clinician',
  body: z.object({ warehouseId: WarehouseId, drugIds: z.array(DrugId).check(z.minLength(1), z.maxLength(50)) }),
  reply: z.array(z.object({ drugId: DrugId, inventoryId: InventoryId, stock: Int, price: Cents, status: Int })),
});

/** One medicine in every warehouse that stocks it. */
export const findDrugInventory = operation({
  method: 'GET',
  path: '/admin-api/medicines/drug_western_inventory/findByDrugId/{id}',
  source: 'ours',
  access: 'clinician',
  query: z.object({ id: DrugId }),
  reply: z.array(Drug),
});
