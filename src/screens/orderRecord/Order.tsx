import type { orderDetail } from '../../../contract/http/consult.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dateTimeText, moneyText } from '../../ui/format.ts';
import { useApp } from '../app.ts';
import { EventLog } from '../EventLog.tsx';
import { Facts } from '../Facts.tsx';
import { useLocale } from '../useLocale.ts';
import { usePatientWords } from '../usePatientWords.ts';
import { worded } from '../worded.ts';
import { OrderPrescriptions } from './OrderPrescriptions.tsx';
import './orderDetail.css';

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
