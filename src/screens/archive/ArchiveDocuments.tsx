import { useTranslation } from '../../locales/i18n.ts';
import { MedicalRecord, OrderLog, OrderPrescriptions, PatientCard, type WholeOrder } from '../history/OrderPage.tsx';

/** Element id, for links from the chat to the record. */
export const documentsId = 'archive-documents';

type Props = { readonly order: WholeOrder };

/** Documents of a consultation: patient, record, prescriptions and event log. */
export function ArchiveDocuments({ order }: Props) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section className="archive-documents" id={documentsId} aria-label={t('orders.archive.papers')} tabIndex={0}>
      <PatientCard order={order} />
      <MedicalRecord order={order} />
      <OrderPrescriptions order={order} />
      <OrderLog order={order} />
    </section>
  );
}
