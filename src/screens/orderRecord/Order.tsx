import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import type { orderDetail } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { dateTimeText, moneyText } from '../../ui/format.ts';
import { useApp } from '../app.ts';
import { EventLog, Facts } from '../Facts.tsx';
import { Asked } from '../Page.tsx';
import { usePatientWords } from '../patients.ts';
import { usePrescriptionStates } from '../prescriptionState.ts';
import { useLocale, worded } from '../useLocale.ts';
import { useQuestion } from '../usePages.ts';
import './orderDetail.css';

const atMost = 50;

/** What was prescribed in a consultation, and where each prescription stands. */
function OrderPrescriptions({ orderId }: { readonly orderId: OrderId }) {
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

type Props = { readonly order: ReplyOf<typeof orderDetail> };

/** What is known of an order. */
export function Order({ order }: Props) {
  const { t } = useTranslation();
  const { id, logs, rating, prescriptionIds } = order;
  return (
    <div className="order-detail">
      <Complaint order={order} />
      <Times order={order} />
      {logs && logs.length > 0 ? (
        <section className="card" aria-labelledby="order-log">
          <h2 id="order-log">{t('orders.detail.log')}</h2>
          <EventLog
            label={t('orders.detail.log')}
            entries={logs.map(({ action, remark, ...entry }) => ({
              ...entry,
              action: worded('orders.action', action),
              remark: remark ? worded('workspace.decline.reasons', remark) : null,
            }))}
          />
        </section>
      ) : null}
      {rating ? (
        <section className="card" aria-labelledby="order-rating">
          <h2 id="order-rating">{t('orders.detail.rating')}</h2>
          <p>
            <span aria-hidden="true">{'★'.repeat(rating.stars).padEnd(5, '☆')}</span>{' '}
            {t('orders.detail.stars', { count: rating.stars })}
          </p>
          {rating.comment ? <p>{rating.comment}</p> : null}
        </section>
      ) : null}
      {prescriptionIds && prescriptionIds.length > 0 ? <OrderPrescriptions orderId={id} /> : null}
    </div>
  );
}

function Complaint({ order }: Props) {
  const { linkOf } = useApp();
  const { t } = useTranslation();
  const patients = usePatientWords();
  const { patient, images } = order;
  return (
    <section className="card" aria-labelledby="order-complaint">
      <h2 id="order-complaint">{t('orders.detail.patient')}</h2>
      <Facts
        label={t('orders.detail.patient')}
        rows={[
          [t('orders.detail.patient'), `${patient.name} · ${patients.full(patient)}`],
          [t('workspace.patient.allergies'), patient.allergy || t('workspace.patient.allergiesNotRecorded')],
          [t('orders.detail.complaint'), order.chiefComplaint],
          [t('orders.detail.symptoms'), order.symptoms],
          [t('orders.detail.duration'), order.duration],
          [
            t('orders.detail.visitedBefore'),
            order.visitedBefore ? t('common.state.yes') : order.visitedBefore === false ? t('common.state.no') : null,
          ],
        ]}
      />
      {images && images.length > 0 ? (
        <div className="order-pictures">
          {images.map((image, at) => (
            <a key={image} href={linkOf(image)} target="_blank" rel="noopener noreferrer">
              <img src={linkOf(image)} alt={t('orders.detail.picture', { number: at + 1 })} loading="lazy" />
            </a>
          ))}
        </div>
      ) : null}
    </section>
  );
}

function Times({ order }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const at = (time: number | null | undefined) => (time ? dateTimeText(time, locale) : null);
  const { createTime, payTime, payAmount, acceptTime, endTime, endReason, doctorName } = order;
  return (
    <section className="card" aria-labelledby="order-times">
      <h2 id="order-times">{t('orders.detail.times')}</h2>
      <Facts
        label={t('orders.detail.times')}
        rows={[
          [t('orders.column.created'), at(createTime)],
          [
            t('orders.detail.paid'),
            payTime ? `${moneyText(payAmount, locale.language)} · ${at(payTime)}` : t('orderState.awaitingPayment'),
          ],
          [t('orders.detail.accepted'), at(acceptTime)],
          [t('orders.column.ended'), at(endTime)],
          [t('orders.detail.endReason'), endReason ? worded('orders.endReason', endReason) : null],
          [t('orders.detail.doctor'), doctorName],
        ]}
      />
    </section>
  );
}
