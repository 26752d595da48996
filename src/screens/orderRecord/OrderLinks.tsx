import { Link } from 'react-router-dom';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { orderState } from '../orderState.ts';

/** Where an order stands, and where to go on with it: to the patient while it is open, else to what was written. */
export function OrderLinks({ order }: { readonly order: ConsultOrder | null }) {
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
