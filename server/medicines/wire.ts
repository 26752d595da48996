import type * as z from 'zod/mini';
import type { Disease } from '../../contract/http/disease.ts';
import type { Drug, DrugProperties, getDrugInventory, listWarehouses } from '../../contract/http/drugs.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { Language } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import type { diagnosis, drug, drugInventory, warehouse } from '../db/schema/drugs.ts';

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

/** A warehouse, named in the reader's language. */
export const warehouseOnWire = (
  { id, name, nameEn, type, isDefault }: typeof warehouse.$inferSelect,
  language: Language,
): ReplyInputOf<typeof listWarehouses>[number] => ({ id, type, isDefault, name: inLanguage(language, name, nameEn) });

/** What a warehouse has of a medicine now. */
export const stockOnWire = ({
  id,
  drugId,
  stock,
  price,
  status,
}: Item): ReplyInputOf<typeof getDrugInventory>[number] => ({ inventoryId: id, drugId, stock, price, status });

/** A diagnosis, named in the reader's language. */
export const diagnosisOnWire = (
  { id, code, name, nameEn, pinyin }: typeof diagnosis.$inferSelect,
  language: Language,
): z.input<typeof Disease> => ({ id, code, pinyin, name: inLanguage(language, name, nameEn) });
