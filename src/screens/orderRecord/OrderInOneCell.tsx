import { Link } from 'react-router-dom';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { dateTimeText, moneyText } from '../../ui/format.ts';
import { orderState } from '../orderState.ts';
import { useLocale } from '../useLocale.ts';
import { usePatientWords } from '../usePatientWords.ts';

/** An order where there is room for one column only. */
export function OrderInOneCell({ order }: { readonly order: ConsultOrder }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const patients = usePatientWords();
  const { text, tone } = orderState(order.status, t);
  return (
    <div className="in-one-cell">
      <Link className="page-link" to={`/orderRecord/detail?id=${order.id}`}>
        {order.patient.name} · {patients.short(order.patient)}
      </Link>
      <span data-end="">
        <Badge tone={tone}>{text}</Badge>
      </span>
      {order.chiefComplaint ? <span data-wide="">{order.chiefComplaint}</span> : null}
      <small>{dateTimeText(order.createTime, locale)}</small>
      <small data-end="">{moneyText(order.payAmount, locale.language)}</small>
    </div>
  );
}
