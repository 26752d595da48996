import { useSelector } from '@xstate/react';
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { orderOf } from '../../machines/consultation.ts';
import { deskOf } from '../../machines/workspace.ts';
import { useWork } from '../app.ts';
import { useLive } from '../useLive.ts';
import { besideChatsMs, useLiveEvery } from '../useLiveEvery.ts';
import { type ConversationRow, rowsOf } from './conversationRows.ts';

const isSame = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((one, index) => one === b[index]);

/** The orders of the open consultations, as their machines know them. */
function useOpenOrders(): readonly ConsultOrder[] {
  const { workspace } = useWork();
  const consultations = useSelector(workspace, (s) => s.context.consultations);
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

/** Every order that is known without asking. Messages change nothing here: the whole room would be drawn again with each. */
export function useKnownOrders() {
  const { awaiting } = useWork();
  const { waiting, running } = useLive(awaiting.list);
  const open = useOpenOrders();
  return useMemo(() => ({ waiting, running, open }), [waiting, running, open]);
}

export type KnownOrders = ReturnType<typeof useKnownOrders>;

/** The doctor's conversations as rows, drawn again at most every quarter of a second. */
export function useConversationRows({ running, open }: KnownOrders): readonly ConversationRow[] {
  const { inbox, workspace } = useWork();
  const summaries = useLiveEvery(inbox.summaries, besideChatsMs);
  const pinned = useSelector(workspace, (s) => deskOf(s).pinned);
  const marked = useSelector(workspace, (s) => deskOf(s).unread);
  return useMemo(
    () => rowsOf({ running, open, summaries, pinned, marked }),
    [running, open, summaries, pinned, marked],
  );
}
