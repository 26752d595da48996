import type * as z from 'zod/mini';
import type { Drug, DrugProperties } from '../../contract/http/drugs.ts';
import type { Language } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import type { drug, drugInventory } from '../db/schema/drugs.ts';

type MedicineRow = typeof drug.$inferSelect;
type Item = typeof drugInventory.$inferSelect;

const cautions = ['pregnancy', 'lactation', 'child', 'elder', 'liver', 'kidney'] as const;
const caution = (flag: string | undefined) => (flag === 'forbidden' || flag === 'caution' ? flag : null);

/** The properties of a product that a reviewer checks. */
export function propertiesOf(product: MedicineRow, language: Language): z.input<typeof DrugProperties> {
  const { id: drugId, approvalNo, manufacturer, manufacturerEn, controlType, flags, skinTest, highAlert } = product;
  return {
    drugId,
    approvalNo,
    controlType,
    skinTest,
    highAlert,
    antibioticLevel: product.antibioticLevel,
    manufacturer: inLanguage(language, manufacturer, manufacturerEn),
    flags: Object.fromEntries(cautions.map((state) => [state, caution(flags[state])])),
  };
}

/** A product in a warehouse, for the wire. */
export function medicineOnWire(
  { product, item }: { product: MedicineRow; item: Item },
  language: Language,
): z.input<typeof Drug> {
  const { code, pinyin, atc, dosageForm, minUnit, packUnit } = product;
  const { packFactor, strength, strengthUnit, defaultDose, defaultDoseUnit, defaultFrequency, defaultRoute } = product;
  const { ingredients, minAge, maxDailyDose } = product;
  return {
    ...propertiesOf(product, language),
    id: item.id,
    drugId: product.id,
    warehouseId: item.warehouseId,
    price: item.price,
    stock: item.stock,
    code,
    pinyin,
    atc,
    dosageForm,
    minUnit,
    packUnit,
    packFactor,
    strength,
    strengthUnit,
    defaultDose,
    defaultDoseUnit,
    defaultFrequency,
    defaultRoute,
    ingredients,
    minAge,
    maxDailyDose,
    name: inLanguage(language, product.name, product.nameEn),
    tradeName: inLanguage(language, product.tradeName, product.tradeNameEn),
    specification: inLanguage(language, product.specification, product.specificationEn),
  };
}
