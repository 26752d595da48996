import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Drug, getDrugInventory, searchDrugs } from '../../contract/http/drugs.ts';
import type { Language } from '../policies/staff.ts';
import { drug, drugInventory, warehouse } from './schema/drug.ts';
import { anywhere, contains, pageOf } from './search.ts';
import type { Tenanted } from './tenanted.ts';
import type { UnitOfWork } from './unitOfWork.ts';

type DrugRow = typeof drug.$inferSelect;
type Item = typeof drugInventory.$inferSelect;
type Search = z.output<(typeof searchDrugs)['body']>;
type StockQuery = z.output<(typeof getDrugInventory)['body']>;
type Reader = { tenantId: string; language: Language };

const inLanguage = (language: Language, chinese: string | null, english: string | null) =>
  language === 'en' && english ? english : chinese;

const cautions = ['pregnancy', 'lactation', 'child', 'elder', 'liver', 'kidney'] as const;
const caution = (flag: string | undefined) => (flag === 'forbidden' || flag === 'caution' ? flag : null);

/** A product in a warehouse, as a doctor picks it. */
function onWire({ product, item }: { product: DrugRow; item: Item }, language: Language): z.input<typeof Drug> {
  const { code, pinyin, atc, dosageForm, approvalNo, minUnit, packUnit } = product;
  const { packFactor, strength, strengthUnit, defaultDose, defaultDoseUnit, defaultFrequency, defaultRoute } = product;
  const { ingredients, controlType, flags, minAge, maxDailyDose, skinTest, antibioticLevel } = product;
  return {
    ...{ id: item.id, drugId: product.id, warehouseId: item.warehouseId, price: item.price, stock: item.stock },
    ...{ code, pinyin, atc, dosageForm, approvalNo, minUnit, packUnit },
    ...{ packFactor, strength, strengthUnit, defaultDose, defaultDoseUnit, defaultFrequency, defaultRoute },
    ...{ ingredients, controlType, minAge, maxDailyDose, skinTest, antibioticLevel },
    name: inLanguage(language, product.name, product.nameEn) ?? product.name,
    tradeName: inLanguage(language, product.tradeName, product.tradeNameEn),
    specification: inLanguage(language, product.specification, product.specificationEn) ?? product.specification,
    manufacturer: inLanguage(language, product.manufacturer, product.manufacturerEn) ?? product.manufacturer,
    flags: Object.fromEntries(cautions.map((state) => [state, caution(flags[state])])),
  };
}

/** What begins with the typed text comes before what only contains it; then by name. */
function closest(keyword: string): SQL {
  const begins = anywhere(keyword).slice(1);
  const { name, nameEn, pinyin } = drug;
  return sql`case when ${name} ilike ${begins} or ${nameEn} ilike ${begins} or ${pinyin} ilike ${begins} then 0 else 1 end`;
}

/** The drugs that can be prescribed, with what is in stock. Nothing here belongs to a patient. */
export function createDrugs({ uow }: { uow: UnitOfWork }) {
  const listed = (store: Tenanted, ...conditions: (SQL | undefined)[]) => {
    const { db, own } = store;
    const sameDrug = and(eq(drug.id, drugInventory.drugId), eq(drug.tenantId, drugInventory.tenantId));
    return db
      .select({ product: drug, item: drugInventory })
      .from(drugInventory)
      .innerJoin(drug, sameDrug)
      .where(own(drugInventory, eq(drug.disabled, false), ...conditions));
  };

  return {
    async warehouses({ tenantId, language }: Reader) {
      const { db, own } = uow.read(tenantId);
      const rows = await db
        .select()
        .from(warehouse)
        .where(own(warehouse))
        .orderBy(asc(warehouse.sort), asc(warehouse.id));
      return rows.map(({ id, name, nameEn, type, isDefault }) => ({
        ...{ id, type, isDefault },
        name: inLanguage(language, name, nameEn) ?? name,
      }));
    },

    /** By generic or trade name in either language, pinyin initials, ATC or product code. */
    async search({ tenantId, language }: Reader, { warehouseId, keyword = '', ...page }: Search) {
      const { name, nameEn, tradeName, tradeNameEn, pinyin, searchText, atc, code } = drug;
      const columns = [name, nameEn, tradeName, tradeNameEn, pinyin, searchText, atc, code];
      const typed = keyword.trim();
      const { limit, offset } = pageOf(page);
      const rows = await listed(
        uow.read(tenantId),
        eq(drugInventory.warehouseId, warehouseId),
        typed === '' ? undefined : contains(typed, ...columns),
      )
        .orderBy(...(typed === '' ? [] : [closest(typed)]), asc(pinyin), asc(drug.id))
        .limit(limit)
        .offset(offset);
      return rows.map((row) => onWire(row, language));
    },

    async stock({ tenantId }: Reader, { warehouseId, drugIds }: StockQuery) {
      const rows = await uow
        .read(tenantId)
        .rows(drugInventory, eq(drugInventory.warehouseId, warehouseId), inArray(drugInventory.drugId, drugIds));
      return rows.map(({ id, drugId, stock, price, status }) => ({ inventoryId: id, drugId, stock, price, status }));
    },

    async everywhere({ tenantId, language }: Reader, drugId: string) {
      const rows = await listed(uow.read(tenantId), eq(drug.id, drugId)).orderBy(asc(drugInventory.warehouseId));
      return rows.map((row) => onWire(row, language));
    },
  };
}

export type Drugs = ReturnType<typeof createDrugs>;
