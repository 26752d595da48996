import { Printer } from 'lucide-react';
import { useCallback } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { PrescriptionId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Transcript } from '../../streams/transcript.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Page, PageHeader, QueryResult } from '../app/Page.tsx';
import { OrderPage, type OrderQuery, OrdersLink, type WholeOrder } from '../history/OrderPage.tsx';
import { TranscriptLog, useTranscript } from '../history/Transcript.tsx';
import { useLive } from '../hooks/useLive.ts';
import { useShortcut } from '../keyboard/registry.ts';
import { orderState } from '../prescription/prescriptionState.ts';
import { ArchiveDocuments, documentsId } from './ArchiveDocuments.tsx';
import './archive.css';
import { usePending } from '../hooks/usePending.ts';

type PrintButtonProps = { readonly read: Transcript };

/** Prints the whole consultation; loads the rest of the transcript first and shows the progress. */
function PrintButton({ read }: PrintButtonProps) {
  const { t } = useTranslation();
  const [loading, pending] = usePending();
  async function print() {
    if (loading) return;
    const whole = await pending(read.all(() => t('orders.archive.printFailed')));
    if (whole) window.print();
  }
  useShortcut('print', () => void print());
  return (
    <>
      <Button look="outline" size="sm" busy={loading} onClick={() => void print()}>
        <Printer aria-hidden="true" />
        <span>{t('orders.archive.print')}</span>
      </Button>
      {loading ? <Progress read={read} /> : null}
    </>
  );
}

function Progress({ read }: PrintButtonProps) {
  const { t } = useTranslation();
  const { length } = useLive(read.timeline$).messages;
  return (
    <span role="status" className="archive-progress">
      {t('orders.archive.printLoading', { count: length })}
    </span>
  );
}

const toRecord = () => document.getElementById(documentsId)?.scrollIntoView();

/** A finished consultation, read-only: messages, record, prescriptions and events. */
export const Archive = () => <OrderPage texts="orders.archive" content={Consultation} />;

function Consultation({ result }: { readonly result: OrderQuery }) {
  const { t } = useTranslation();
  const order = result.state === 'ready' ? result.data : null;
  const read = useTranscript(order?.conversationId ?? null);
  const navigate = useNavigate();
  const toPrescription = useCallback((id: PrescriptionId) => void navigate(`/prescriptionRecord?id=${id}`), [navigate]);
  const title = order ? t('orders.archive.title', { patient: order.patient.name }) : t('orders.archive.untitled');
  return (
    <Page fill={order !== null}>
      <PageHeader title={title}>
        {order && read ? <ArchiveActions order={order} read={read} /> : <OrdersLink />}
      </PageHeader>
      {order && read ? (
        <div className="archive" data-printable="">
          <TranscriptLog
            read={read}
            patientName={order.patient.name}
            doctorName={order.doctorName ?? null}
            printedInPart={t('orders.archive.printedInPart')}
            openRecord={toRecord}
            openPrescription={toPrescription}
          />
          <ArchiveDocuments order={order} />
        </div>
      ) : (
        <QueryResult result={result} lines={12}>
          {() => null}
        </QueryResult>
      )}
    </Page>
  );
}

function ArchiveActions({ order, read }: { readonly order: WholeOrder; readonly read: Transcript }) {
  const { t } = useTranslation();
  const { text, tone } = orderState(order.status, t);
  return (
    <div className="page-acts">
      <Badge tone={tone}>{text}</Badge>
      <Link className="page-link" to={`/orderRecord/detail?id=${order.id}`}>
        {t('orders.detail.title', { number: order.orderNo })}
      </Link>
      <PrintButton read={read} />
    </div>
  );
}
