import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { dateTimeText, moneyText } from '../../ui/format.ts';
import { useApp } from '../app.ts';
import { Facts } from '../Facts.tsx';
import { OrderLog, OrderPage, type OrderQuery, OrdersLink, PatientCard, type WholeOrder } from '../OrderPage.tsx';
import { Page, PageHeader, QueryResult } from '../Page.tsx';
import { orderState, usePrescriptionStates } from '../prescriptionState.ts';
import { codeText, useLocale } from '../useLocale.ts';
import { useQuery } from '../usePages.ts';

/** Status of an order and a link to continue: the chat while it is open, otherwise the archive. */
function OrderLinks({ order }: { readonly order: ConsultOrder | null }) {
  const { t } = useTranslation();
  if (order === null) return <OrdersLink />;
  const { text, tone } = orderState(order.status, t);
  const isOpen = order.status === OrderStatus.awaiting || order.status === OrderStatus.active;
  return (
    <div className="page-acts">
      <Badge tone={tone}>{text}</Badge>
      <OrdersLink />
      {isOpen ? (
        <Button asChild size="sm">
          <Link to={`/cloudRoom?order=${order.id}`}>{t('orders.detail.openInCloudRoom')}</Link>
        </Button>
      ) : null}
      {!isOpen && order.acceptTime ? (
        <Button asChild size="sm" look="outline">
          <Link to={`/cloudRoom/detail1?id=${order.id}`}>{t('orders.detail.readArchive')}</Link>
        </Button>
      ) : null}
    </div>
  );
}

/** A whole order: patient, complaint, pictures, event log and rating. */
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

const atMost = 50;

/** Prescriptions of a consultation with their status. */
function OrderPrescriptions({ orderId }: { readonly orderId: OrderId }) {
  const { api } = useApp();
  const { t } = useTranslation();
  const { status } = usePrescriptionStates();
  const result = useQuery(
    useCallback(
      (signal) => api.listPrescriptions({ orderId, pageNo: 1, pageSize: atMost }, { signal, quiet: true }),
      [api, orderId],
    ),
  );
  return (
    <section className="card" aria-labelledby="order-rx">
      <h2 id="order-rx">{t('orders.archive.prescriptions')}</h2>
      <QueryResult result={result} lines={2}>
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
      </QueryResult>
    </section>
  );
}

type Props = { readonly order: WholeOrder };

/** All data of an order. */
function OrderCards({ order }: Props) {
  const { t } = useTranslation();
  const { id, rating, prescriptionIds } = order;
  return (
    <div className="order-detail">
      <PatientCard order={order} />
      <Times order={order} />
      <OrderLog order={order} />
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
          [t('orders.detail.endReason'), endReason ? codeText('orders.endReason', endReason) : null],
          [t('orders.detail.doctor'), doctorName],
        ]}
      />
    </section>
  );
}
