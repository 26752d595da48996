import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { getDrugInventory } from '../../contract/http/drugs.ts';
import type { Rx } from '../../contract/http/prescription.ts';
import type { ReplyOf } from '../../contract/operation.ts';
import type { DraftLine, RxDraft } from './rxDraft.ts';

/** Packs and price (cents) that the pharmacy has of each medicine now. */
export type Stocks = ReplyOf<typeof getDrugInventory>;

const onSale = 1;

/** Packs that the prescription being edited has reserved, which its next version may use. */
function reservedIn(latest: Rx | null, { editing, warehouseId }: RxDraft, drugId: string): number {
  if (latest?.id !== editing?.id || latest?.status !== PrescriptionStatus.pending) return 0;
  if (latest.warehouseId !== warehouseId) return 0;
  return latest.lines.reduce((sum, line) => sum + (line.drugId === drugId ? line.quantity : 0), 0);
}

/** Packs available to this draft; none of a medicine that is no longer sold; null if the pharmacy did not answer for it. */
function availableOf(stocks: Stocks, draft: RxDraft, latest: Rx | null, { medicine }: DraftLine) {
  const now = stocks.find(({ drugId }) => drugId === medicine.drugId);
  if (!now) return null;
  const stock = now.status === onSale ? now.stock + reservedIn(latest, draft, medicine.drugId) : 0;
  return { stock, price: now.price };
}

const isShort = ({ quantity }: DraftLine, stock: number) => quantity !== null && quantity > stock;

/**
 * The draft with the pharmacy's present stock and prices. A line whose price changed, or that asks for more than there
 * is, remembers what it showed before.
 */
export function withStocks(draft: RxDraft, stocks: Stocks, latest: Rx | null): RxDraft {
  const lines = draft.lines.map((line): DraftLine => {
    const now = availableOf(stocks, draft, latest, line);
    if (now === null) return line;
    const { was: _, ...rest } = line;
    const before = { stock: line.medicine.stock, price: line.medicine.price };
    const concerns = now.price !== before.price || (isShort(line, now.stock) && !isShort(line, before.stock));
    const medicine = { ...line.medicine, ...now };
    return concerns ? { ...rest, medicine, was: before } : { ...rest, medicine };
  });
  return { ...draft, lines };
}

/** Whether the doctor must see the present stock or price before this draft is sent. */
export const isStockChanged = (draft: RxDraft, stocks: Stocks, latest: Rx | null): boolean =>
  withStocks(draft, stocks, latest).lines.some((line) => line.was !== undefined || isShort(line, line.medicine.stock));
