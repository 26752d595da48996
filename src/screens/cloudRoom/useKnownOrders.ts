import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { Answer, CallOptions } from '../../../contract/operation.ts';
import { orderOf } from '../../machines/selectors/consultation.ts';
import { consultationsOf, markedUnread, pinnedOrders } from '../../machines/selectors/workspace.ts';
import { useApp, useWork } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import { usePages } from '../lists/usePages.ts';
import { twicePerSecond } from '../patientFacts/patients.ts';
import { type ConversationRow, rowsOf } from './chatRows.ts';

const isSame = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((one, index) => one === b[index]);

/** Orders of the open consultations from their machines. */
function useOpenOrders(): readonly ConsultOrder[] {
  const { workspace } = useWork();
  const consultations = useSelector(workspace, consultationsOf);
  const open = useMemo(() => Object.values(consultations), [consultations]);
  const latest = useRef<readonly ConsultOrder[]>([]);
  const read = useCallback(() => {
    const orders = open.flatMap((consultation) => orderOf(consultation.getSnapshot()) ?? []);
    if (!isSame(latest.current, orders)) latest.current = orders;
    return latest.current;
  }, [open]);
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscriptions = open.map((consultation) => consultation.subscribe(changed));
      return () => {
        for (const subscription of subscriptions) subscription.unsubscribe();
      };
    },
    [open],
  );
  return useSyncExternalStore(subscribe, read);
}

/** Orders that are known without a request; messages do not change them, because each change renders the whole room. */
export function useKnownOrders() {
  const { awaiting } = useWork();
  const { waiting, running } = useLive(awaiting.list);
  const open = useOpenOrders();
  return useMemo(() => ({ waiting, running, open }), [waiting, running, open]);
}

export type KnownOrders = ReturnType<typeof useKnownOrders>;

/** The doctor's conversations as rows, updated at most every 500 ms. */
export function useConversationRows({ running, open }: KnownOrders): readonly ConversationRow[] {
  const { inbox, workspace } = useWork();
  const summaries = useLive(inbox.summaries, twicePerSecond);
  const pinned = useSelector(workspace, pinnedOrders);
  const marked = useSelector(workspace, markedUnread);
  return useMemo(
    () => rowsOf({ running, open, summaries, pinned, marked }),
    [running, open, summaries, pinned, marked],
  );
}

/** Debounces a value, so that a search runs only after typing has paused. */
function useDebounced<T>(value: T, afterMs: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return debounced;
}

const pageSize = 30;
const afterTypingMs = 300;
const nobody: Answer<{ readonly list: readonly ConsultOrder[]; readonly total: number }> = {
  ok: true,
  data: { list: [], total: 0 },
};

/** The doctor's finished consultations, newest first and page by page; requested only if `enabled`. */
export function useEndedOrders(enabled: boolean, query: string) {
  const { api } = useApp();
  const finished = useLive(useWork().counts$)?.finished ?? 0;
  const keyword = useDebounced(query.trim(), afterTypingMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newly finished consultation changes the list.
  const fetchPage = useCallback(
    (pageNo: number, options: CallOptions) =>
      enabled
        ? api.pageOrders(
            { status: OrderStatus.finished, pageNo, pageSize, ...(keyword === '' ? {} : { keyword }) },
            { ...options, quiet: true },
          )
        : Promise.resolve(nobody),
    [api, enabled, keyword, finished],
  );
  return usePages<ConsultOrder>(fetchPage);
}
