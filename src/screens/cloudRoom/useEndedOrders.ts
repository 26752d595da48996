import { useCallback } from 'react';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { Answer } from '../../../contract/operation.ts';
import { useApp, useWork } from '../app.ts';
import { useLive } from '../useLive.ts';
import { usePages } from '../usePages.ts';
import { useSettled } from './useSettled.ts';

const pageSize = 30;
const afterTypingMs = 300;
const nobody: Answer<{ readonly list: readonly ConsultOrder[]; readonly total: number }> = {
  ok: true,
  data: { list: [], total: 0 },
};

/** The doctor's finished consultations, newest first, page by page; nothing is asked for until they are wished for. */
export function useEndedOrders(wished: boolean, query: string) {
  const { api } = useApp();
  const finished = useLive(useWork().counts$)?.finished ?? 0;
  const keyword = useSettled(query.trim(), afterTypingMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one more has been finished, so the list is another.
  const ask = useCallback(
    (pageNo: number, signal: AbortSignal) =>
      wished
        ? api.pageOrders(
            { status: OrderStatus.finished, pageNo, pageSize, ...(keyword === '' ? {} : { keyword }) },
            { signal, quiet: true },
          )
        : Promise.resolve(nobody),
    [api, wished, keyword, finished],
  );
  return usePages<ConsultOrder>(ask);
}
