import { useCallback } from 'react';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { noAnswerOf } from '../../domain/chatSummary.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { consultationOf } from '../../machines/selectors/workspace.ts';
import { useApp, useWork } from '../app/app.ts';

const undoableMs = 10_000;

/** Says that messages up to a time need no answer, or takes this back with null; the toast offers to undo it. */
export function useNoAnswer() {
  const { t } = useTranslation();
  const { api, toasts } = useApp();
  const { workspace, awaiting } = useWork();
  return useCallback(
    async function say(id: OrderId, until: number | null): Promise<void> {
      const answer = await api.setNoAnswer({ id, until });
      if (!answer.ok) return;
      consultationOf(id)(workspace.getSnapshot())?.send({ type: 'order.refreshed', order: answer.data });
      awaiting.refresh();
      if (until === null) return;
      toasts.show({
        tone: 'success',
        text: t('workspace.noAnswer.noted', { patient: answer.data.patient.name }),
        action: { label: t('workspace.noAnswer.undo'), run: () => void say(id, null) },
        lastsMs: undoableMs,
      });
    },
    [api, toasts, workspace, awaiting, t],
  );
}

/** What "no answer needed" can do for an order at this moment: say it, take it back, or nothing. */
export function useNoAnswerNow(): (
  order: ConsultOrder | null,
) => { label: 'say' | 'takeBack'; act: () => void } | null {
  const { inbox } = useWork();
  const say = useNoAnswer();
  return (order) => {
    if (order === null) return null;
    const { sayUpTo, said } = noAnswerOf(order, inbox.summaries.value.get(order.conversationId)?.unanswered ?? null);
    if (!said && sayUpTo === null) return null;
    return { label: said ? 'takeBack' : 'say', act: () => void say(order.id, said ? null : sayUpTo) };
  };
}
