import { useCallback } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { readOrderId } from '../../domain/readId.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useApp } from '../app.ts';
import { Asked, Page, PageHeader } from '../Page.tsx';
import { orderState } from '../prescriptionState.ts';
import { useQuestion } from '../usePages.ts';
import { Order } from './Order.tsx';

/** Where an order stands, and where to go on with it: to the patient while it is open, else to what was written. */
function OrderLinks({ order }: { readonly order: ConsultOrder | null }) {
  const { t } = useTranslation();
  const back = (
    <Link className="page-link" to="/orderRecord">
      {t('orders.detail.back')}
    </Link>
  );
  if (order === null) return back;
  const { text, tone } = orderState(order.status, t);
  const isOpen = order.status === OrderStatus.awaiting || order.status === OrderStatus.active;
  return (
    <div className="page-acts">
      <Badge tone={tone}>{text}</Badge>
      {back}
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

/** One order, whole: patient, complaint, pictures, times, what happened to it, and the rating. */
export function OrderDetail() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = readOrderId(search.get('id'));
  if (id) return <One key={id} id={id} />;
  return (
    <Page>
      <PageHeader title={t('orders.detail.untitled')} />
      <EmptyState
        title={t('orders.detail.unnamed')}
        action={
          <Link className="page-link" to="/orderRecord">
            {t('orders.detail.back')}
          </Link>
        }
      />
    </Page>
  );
}

function One({ id }: { readonly id: OrderId }) {
  const { api } = useApp();
  const { t } = useTranslation();
  const asked = useQuestion(useCallback((signal) => api.orderDetail({ id }, { signal, quiet: true }), [api, id]));
  const order = asked.state === 'ready' ? asked.data : null;
  return (
    <Page>
      <PageHeader title={order ? t('orders.detail.title', { number: order.orderNo }) : t('orders.detail.untitled')}>
        <OrderLinks order={order} />
      </PageHeader>
      <Asked asked={asked} lines={12}>
        {(shown) => <Order order={shown} />}
      </Asked>
    </Page>
  );
}
