import { useEffect } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import type { AuditQueue } from '../../machines/auditQueue.ts';
import { useApp } from '../app.ts';

/** Says which decision has just been made, when the desk goes back to the queue. */
export function useDecisionNotice(auditQueue: AuditQueue): void {
  const { t } = useTranslation();
  const { toasts } = useApp();
  useEffect(() => {
    let review = auditQueue.getSnapshot().children.review;
    let said = auditQueue.getSnapshot().context.last;
    const subscription = auditQueue.subscribe(({ children, context: { last } }) => {
      const number = review?.getSnapshot().context.found?.rx.prescriptionNo;
      if (last !== said && last?.decision && number)
        toasts.show({ tone: 'success', text: t(`audit.decided.${last.decision}`, { number }) });
      said = last;
      review = children.review;
    });
    return () => subscription.unsubscribe();
  }, [auditQueue, toasts, t]);
}
