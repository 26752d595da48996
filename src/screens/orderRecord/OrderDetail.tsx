import { useCallback } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { orderDetail } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { dateTimeText, moneyText } from '../../ui/format.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Asked } from '../Asked.tsx';
import { useApp } from '../app.ts';
import { Facts } from '../Facts.tsx';
import { orderState } from '../orderState.ts';
import { useLocale } from '../useLocale.ts';
import { usePatientWords } from '../usePatientWords.ts';
import { useQuestion } from '../useQuestion.ts';

type Order = ReplyOf<typeof orderDetail>;

/** One order, whole: patient, complaint, pictures, times, what happened to it, and the rating. */
export function OrderDetail() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = search.get('id') as OrderId | null;
  if (!id)
    return (
      <EmptyState
        title={t('orders.detail.notFound')}
        action={<Link to="/orderRecord">{t('orders.detail.back')}</Link>}
      />
    );
  return <One key={id} id={id} />;
}

function One({ id }: { readonly id: OrderId }) {
  const { api } = useApp();
  const asked = useQuestion(useCallback((signal) => api.orderDetail({ id }, { signal, quiet: true }), [api, id]));
  return <Asked asked={asked}>{(order) => <Shown order={order} />}</Asked>;
}

function Shown({ order }: { readonly order: Order }) {
  const { linkOf } = useApp();
  const { t } = useTranslation();
  const locale = useLocale();
  const patients = usePatientWords();
  const { text, tone } = orderState(order.status, t);
  const at = (time: number | null | undefined) => (time ? dateTimeText(time, locale) : null);
  const open = order.status === OrderStatus.awaiting || order.status === OrderStatus.active;
  return (
    <article className="detail">
      <PageHeader title={t('orders.detail.title', { number: order.orderNo })}>
        <Badge tone={tone}>{text}</Badge>
        <Link to="/orderRecord">{t('orders.detail.back')}</Link>
        {open ? (
          <Link className="ui-button" data-look="solid" to={`/cloudRoom?order=${order.id}`}>
            {t('orders.detail.openInCloudRoom')}
          </Link>
        ) : (
          <Link className="ui-button" data-look="outline" to={`/cloudRoom/detail1?id=${order.id}`}>
            {t('orders.detail.readArchive')}
          </Link>
        )}
      </PageHeader>
      <Facts
        label={t('orders.detail.patient')}
        rows={[
          [t('orders.detail.patient'), `${order.patient.name} · ${patients.full(order.patient)}`],
          [t('orders.detail.complaint'), order.chiefComplaint],
          [t('orders.detail.symptoms'), order.symptoms],
          [t('orders.detail.duration'), order.duration],
          [t('orders.detail.doctor'), order.doctorName],
          [t('orders.detail.endReason'), order.endReason],
        ]}
      />
      <Facts
        label={t('orders.detail.times')}
        rows={[
          [t('orders.column.created'), at(order.createTime)],
          [t('orders.detail.paid'), `${moneyText(order.payAmount, locale.language)} ${at(order.payTime) ?? ''}`],
          [t('orders.detail.accepted'), at(order.acceptTime)],
          [t('orders.column.ended'), at(order.endTime)],
        ]}
      />
      {order.images && order.images.length > 0 ? (
        <section aria-label={t('orders.detail.pictures')} className="detail-pictures">
          {order.images.map((image) => (
            <a key={image} href={linkOf(image)} target="_blank" rel="noopener noreferrer">
              <img src={linkOf(image)} alt={t('orders.detail.pictures')} width={120} height={120} />
            </a>
          ))}
        </section>
      ) : null}
      {order.logs && order.logs.length > 0 ? (
        <section aria-labelledby="order-log">
          <h2 id="order-log">{t('orders.detail.log')}</h2>
          <ol className="detail-log">
            {order.logs.map(({ time, operator, action, remark }) => (
              <li key={`${time}-${action}`}>
                <time dateTime={new Date(time).toISOString()}>{dateTimeText(time, locale)}</time>
                <span>{operator}</span>
                <span>{action}</span>
                {remark ? <span>{remark}</span> : null}
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      {order.rating ? (
        <Facts
          label={t('orders.detail.rating')}
          rows={[[t('orders.detail.stars', { count: order.rating.stars }), order.rating.comment ?? '']]}
        />
      ) : null}
    </article>
  );
}
