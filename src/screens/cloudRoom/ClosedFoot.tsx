import { Link } from 'react-router-dom';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dateTimeText } from '../../ui/format.ts';
import { orderState } from '../orderState.ts';
import { useLocale } from '../useLocale.ts';

const reasons = { doctor: 'doctor', timeLimit: 'timeLimit', messageQuota: 'messageQuota' } as const;
const reasonOf = ({ endReason }: ConsultOrder) =>
  Object.values(reasons).find((reason) => reason === endReason) ?? reasons.doctor;

/** In the place of the reply box of a consultation that is over: why, since when, and where to go on. */
export function ClosedFoot({ order }: { readonly order: ConsultOrder }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const finished = order.status === OrderStatus.finished;
  const time = order.endTime ? dateTimeText(order.endTime, locale) : '';
  return (
    <div className="pane-closed">
      <p>
        <strong>{t(finished ? 'workspace.finish.closed' : 'workspace.finish.notRunning')}</strong>{' '}
        <span>
          {finished && time ? t(`workspace.finish.reason.${reasonOf(order)}`, { time }) : null}
          {finished ? null : orderState(order.status, t).text}
        </span>
      </p>
      {order.acceptTime ? (
        <Link to={`/cloudRoom/detail1?id=${order.id}`}>{t('workspace.finish.toArchive')}</Link>
      ) : (
        <Link to={`/orderRecord/detail?id=${order.id}`}>{t('workspace.finish.toOrders')}</Link>
      )}
    </div>
  );
}
