import { useCallback } from 'react';
import { BehaviorSubject } from 'rxjs';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import type { Failure } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useApp, useWork } from '../app.ts';
import { perWork } from '../perWork.ts';
import { useLive } from '../useLive.ts';

/** When each patient may be reminded again, as long as this page is open: the list it stands in comes and goes. */
const nextOf = perWork(() => new BehaviorSubject<ReadonlyMap<OrderId, number>>(new Map()));

/** How long the platform wants to wait: somebody else may have reminded the patient. Nothing to wait for when it was never reached. */
function restAfter({ data }: Failure): number {
  const rest = data !== null && typeof data === 'object' && 'retryAfterMs' in data ? data.retryAfterMs : 0;
  return typeof rest === 'number' ? rest : 0;
}

/** Reminds patients when the doctor asks for it, each at most once a minute; never by itself. */
export function useReminders() {
  const { api, now$, toasts } = useApp();
  const { t } = useTranslation();
  const next$ = nextOf(useWork(), api);
  const next = useLive(next$);
  const remind = useCallback(
    async ({ id, patient }: ConsultOrder) => {
      const rest = (ms: number) => next$.next(new Map(next$.value).set(id, now$.value + ms));
      rest(limits.remindEveryMs);
      const answer = await api.pushMessage({ orderId: id });
      if (!answer.ok) return rest(restAfter(answer.failure));
      toasts.show({ tone: 'success', text: t('workspace.awaiting.reminded', { patient: patient.name }) });
    },
    [api, next$, now$, toasts, t],
  );
  const nextAt = useCallback((id: OrderId) => next.get(id) ?? null, [next]);
  return { remind: (order: ConsultOrder) => void remind(order), nextAt };
}
