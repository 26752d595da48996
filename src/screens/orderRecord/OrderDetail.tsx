import { useCallback } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { OrderId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Asked } from '../Asked.tsx';
import { useApp } from '../app.ts';
import { Page } from '../Page.tsx';
import { useQuestion } from '../useQuestion.ts';
import { Order } from './Order.tsx';
import { OrderLinks } from './OrderLinks.tsx';

/** One order, whole: patient, complaint, pictures, times, what happened to it, and the rating. */
export function OrderDetail() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = search.get('id') as OrderId | null;
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
