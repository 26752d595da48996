import { useCallback, useState } from 'react';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useApp } from '../app.ts';

/** Reminds patients when the doctor asks for it, each at most once a minute; never by itself. */
export function useReminders() {
  const { api, now$, toasts } = useApp();
  const { t } = useTranslation();
  const [next, setNext] = useState<ReadonlyMap<OrderId, number>>(new Map());
  const remind = useCallback(
    async ({ id, patient }: ConsultOrder) => {
      setNext((before) => new Map(before).set(id, now$.value + limits.remindEveryMs));
      const answer = await api.pushMessage({ orderId: id });
      if (answer.ok)
        toasts.show({ tone: 'success', text: t('workspace.awaiting.reminded', { patient: patient.name }) });
    },
    [api, now$, toasts, t],
  );
  const nextAt = useCallback((id: OrderId) => next.get(id) ?? null, [next]);
  return { remind: (order: ConsultOrder) => void remind(order), nextAt };
}
