import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import type { OrderId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Asked } from '../Asked.tsx';
import { useApp } from '../app.ts';
import { usePrescriptionStates } from '../prescriptionState.ts';
import { useQuestion } from '../useQuestion.ts';

const atMost = 50;

/** What was prescribed in a consultation, and where each prescription stands. */
export function OrderPrescriptions({ orderId }: { readonly orderId: OrderId }) {
  const { api } = useApp();
  const { t } = useTranslation();
  const { status } = usePrescriptionStates();
  const asked = useQuestion(
    useCallback(
      (signal) => api.listPrescriptions({ orderId, pageNo: 1, pageSize: atMost }, { signal, quiet: true }),
      [api, orderId],
    ),
  );
  return (
    <section className="card" aria-labelledby="order-rx">
      <h2 id="order-rx">{t('orders.archive.prescriptions')}</h2>
      <Asked asked={asked} lines={2}>
        {({ list }) => (
          <ul className="order-rx">
            {list.map((rx) => {
              const { text, tone } = status(rx.status);
              return (
                <li key={rx.id}>
                  <Link className="page-link" to={`/prescriptionRecord?id=${rx.id}`}>
                    {rx.prescriptionNo}
                  </Link>
                  <span>{rx.diagnosisList.map(({ name }) => name).join(', ')}</span>
                  <Badge tone={tone}>{text}</Badge>
                </li>
              );
            })}
          </ul>
        )}
      </Asked>
    </section>
  );
}
