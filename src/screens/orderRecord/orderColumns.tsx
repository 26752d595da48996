import { Link } from 'react-router-dom';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { dateTimeText, moneyText } from '../../ui/format.ts';
import { orderState } from '../orderState.ts';
import { useLocale } from '../useLocale.ts';
import { usePatientWords } from '../usePatientWords.ts';

/** What stands in the columns of the list of orders. */
export function useOrderColumns(typeName: (type: number) => string): readonly Column<ConsultOrder>[] {
  const { t } = useTranslation();
  const locale = useLocale();
  const patients = usePatientWords();
  return [
    {
      name: 'number',
      header: t('orders.column.number'),
      width: '11rem',
      cell: ({ id, orderNo }) => (
        <Link className="page-link" to={`/orderRecord/detail?id=${id}`}>
          {orderNo}
        </Link>
      ),
    },
    {
      name: 'patient',
      header: t('orders.column.patient'),
      // Words have a share of the width, so that on a narrow screen it is the others that give way.
      width: '16%',
      cell: ({ patient }) => `${patient.name} · ${patients.short(patient)}`,
    },
    {
      name: 'type',
      header: t('orders.column.type'),
      width: '9rem',
      cell: ({ consultType }) => typeName(consultType),
    },
    {
      name: 'complaint',
      header: t('orders.column.complaint'),
      width: '20%',
      cell: ({ chiefComplaint }) => chiefComplaint ?? '',
    },
    {
      name: 'status',
      header: t('orders.column.status'),
      width: '9rem',
      cell: ({ status }) => {
        const { text, tone } = orderState(status, t);
        return <Badge tone={tone}>{text}</Badge>;
      },
    },
    {
      name: 'created',
      header: t('orders.column.created'),
      width: '11rem',
      cell: ({ createTime }) => <time>{dateTimeText(createTime, locale)}</time>,
    },
    {
      name: 'amount',
      header: t('orders.column.amount'),
      width: '6rem',
      align: 'end',
      cell: ({ payAmount }) => moneyText(payAmount, locale.language),
    },
  ];
}
