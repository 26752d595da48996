import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { PrescriptionId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { dateTimeText, moneyText } from '../../ui/format.ts';
import { Page, PageHeader, QueryResult } from '../app/Page.tsx';
import {
  MedicalRecord,
  OrderLog,
  OrderPage,
  OrderPrescriptions,
  type OrderQuery,
  OrdersLink,
  PatientCard,
  type WholeOrder,
} from '../history/OrderPage.tsx';
import { TranscriptLog, useTranscript } from '../history/Transcript.tsx';
import { codeText, useLocale } from '../hooks/useLocale.ts';
import { Facts } from '../lists/Facts.tsx';
import { orderState } from '../prescription/prescriptionState.ts';

/** Whether the chat is still open. */
const isOpen = ({ status }: ConsultOrder) => status === OrderStatus.awaiting || status === OrderStatus.active;

/** Status of an order and a link to continue: the chat while it is open, otherwise the archive. */
function OrderLinks({ order }: { readonly order: ConsultOrder | null }) {
  const { t } = useTranslation();
  if (order === null) return <OrdersLink />;
  const { text, tone } = orderState(order.status, t);
  const isRunning = isOpen(order);
  return (
    <div className="page-acts">
      <Badge tone={tone}>{text}</Badge>
      <OrdersLink />
      {isRunning ? (
        <Button asChild size="sm">
          <Link to={`/cloudRoom?order=${order.id}`}>{t('orders.detail.openInCloudRoom')}</Link>
        </Button>
      ) : null}
      {!isRunning && order.acceptTime ? (
        <Button asChild size="sm" look="outline">
          <Link to={`/cloudRoom/detail1?id=${order.id}`}>{t('orders.detail.readArchive')}</Link>
        </Button>
      ) : null}
    </div>
  );
}

/** A whole order: patient, complaint, pictures, what was written, event log, refund and rating. */
export const OrderDetail = () => <OrderPage texts="orders.detail" content={Detail} />;

function Detail({ result }: { readonly result: OrderQuery }) {
  const { t } = useTranslation();
  const order = result.state === 'ready' ? result.data : null;
  return (
    <Page>
      <PageHeader title={order ? t('orders.detail.title', { number: order.orderNo }) : t('orders.detail.untitled')}>
        <OrderLinks order={order} />
      </PageHeader>
      <QueryResult result={result} lines={12}>
        {(shown) => <OrderCards order={shown} />}
      </QueryResult>
    </Page>
  );
}

const toRecord = () => document.getElementById('archive-record')?.scrollIntoView();

/** The messages of a consultation that is over. */
function OrderTranscript({ order }: Props) {
  const { t } = useTranslation();
  const read = useTranscript(order.conversationId);
  const toPrescription = useCallback(
    (id: PrescriptionId) => document.getElementById(`archive-rx-${id}`)?.scrollIntoView(),
    [],
  );
  return (
    <div className="card order-transcript">
      <h2>{t('orders.archive.transcript')}</h2>
      {read ? (
        <TranscriptLog
          read={read}
          patientName={order.patient.name}
          doctorName={order.doctorName ?? null}
          openRecord={toRecord}
          openPrescription={toPrescription}
        />
      ) : null}
    </div>
  );
}

type Props = { readonly order: WholeOrder };

/** All data of an order; what was written in the consultation appears once it is over. */
function OrderCards({ order }: Props) {
  const isOver = !isOpen(order) && Boolean(order.acceptTime);
  return (
    <div className="order-detail">
      <div>
        <PatientCard order={order} />
        {isOver ? <OrderTranscript order={order} /> : null}
        {isOver ? <MedicalRecord order={order} /> : null}
        {isOver || order.prescriptionIds?.length ? <OrderPrescriptions order={order} /> : null}
      </div>
      <div>
        <Times order={order} />
        <OrderLog order={order} />
        <Rating order={order} />
      </div>
    </div>
  );
}

function Rating({ order: { rating } }: Props) {
  const { t } = useTranslation();
  if (!rating) return null;
  return (
    <section className="card" aria-labelledby="order-rating">
      <h2 id="order-rating">{t('orders.detail.rating')}</h2>
      <p>
        <span aria-hidden="true">{'★'.repeat(rating.stars).padEnd(5, '☆')}</span>
        <span>{` ${t('orders.detail.stars', { count: rating.stars })}`}</span>
      </p>
      {rating.comment ? <p dir="auto">{rating.comment}</p> : null}
    </section>
  );
}

/** Whether and since when the payment is being paid back, or when it was. */
function useRefund({ status, logs, payAmount, endTime, createTime }: WholeOrder): string | null {
  const { t } = useTranslation();
  const locale = useLocale();
  const timeOf = (action: string) => logs?.findLast((step) => step.action === action)?.time ?? endTime ?? createTime;
  const amount = moneyText(payAmount, locale.language);
  if (status === OrderStatus.refunding)
    return t('orders.detail.refunding', { amount, time: dateTimeText(timeOf('startRefund'), locale) });
  if (status === OrderStatus.refunded)
    return t('orders.detail.refunded', { amount, time: dateTimeText(timeOf('completeRefund'), locale) });
  return null;
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
          [t('orders.detail.refund'), useRefund(order)],
          [t('orders.detail.accepted'), at(acceptTime)],
          [t('orders.column.ended'), at(endTime)],
          [t('orders.detail.endReason'), endReason ? codeText('orders.endReason', endReason) : null],
          [t('orders.detail.doctor'), doctorName],
        ]}
      />
    </section>
  );
}
