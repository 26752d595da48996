import { type ComponentType, useCallback, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { isOrderOpen } from '../../../clinical/lifecycle/order.ts';
import { sectionsBeforeDiagnosis } from '../../../clinical/lifecycle/record.ts';
import type { orderDetail } from '../../../contract/http/consult.ts';
import type { Addendum, CaseInfo } from '../../../contract/http/record.ts';
import type { OrderId, PrescriptionId } from '../../../contract/ids.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { readOrderId } from '../../domain/readId.ts';
import { emptyRecord, signedAs } from '../../domain/record.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';
import { coded, dotted, joined } from '../app/joined.ts';
import { Page, PageHeader, QueryResult } from '../app/Page.tsx';
import { useLive } from '../hooks/useLive.ts';
import { codeText, useLocale } from '../hooks/useLocale.ts';
import { EventLog, Facts } from '../lists/Facts.tsx';
import { useQuery } from '../lists/usePages.ts';
import { usePatientWords } from '../patientFacts/patients.ts';
import { usePaperFacts } from '../patientFacts/usePaperFacts.ts';
import { PrintRx } from '../prescription/OpenRx.tsx';
import { PrescriptionSheet } from '../prescription/PrescriptionSheet.tsx';
import { usePrescriptionStates } from '../prescription/prescriptionState.ts';
import { PrintButton } from '../print/PrintButton.tsx';
import { Addenda, useAddendumDraft, withAdded } from '../record/Addenda.tsx';
import { AddendumList } from '../record/AddendumList.tsx';
import { useRecordPaper } from '../record/PrintedRecord.tsx';
import { UnsavedTexts } from '../record/UnsavedTexts.tsx';
import './orderPage.css';

export type WholeOrder = ReplyOf<typeof orderDetail>;
export type OrderQuery = ReturnType<typeof useQuery<WholeOrder>>;

type Props = {
  readonly texts: 'orders.detail' | 'orders.archive';
  readonly content: ComponentType<{ readonly result: OrderQuery }>;
};

/** A link back to the list of orders. */
export function OrdersLink() {
  const { t } = useTranslation();
  return (
    <Link className="page-link" to="/orderRecord">
      {t('orders.detail.back')}
    </Link>
  );
}

/** A screen about the order `id` of the URL; without an id it links back to the list. */
export function OrderPage({ texts, content }: Props) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = readOrderId(search.get('id'));
  if (id) return <ReadOrder key={id} id={id} content={content} />;
  return (
    <Page>
      <PageHeader title={t(`${texts}.untitled`)} />
      <EmptyState title={t(`${texts}.unnamed`)} action={<OrdersLink />} />
    </Page>
  );
}

function ReadOrder({ id, content: Content }: Pick<Props, 'content'> & { readonly id: OrderId }) {
  const { api } = useApp();
  const result = useQuery(useCallback((signal) => api.orderDetail({ id }, { signal, quiet: true }), [api, id]));
  return <Content result={result} />;
}

type OrderProps = { readonly order: WholeOrder };

/** The patient of the order with allergies, complaint and pictures. */
export function PatientCard({ order }: OrderProps) {
  const { linkOf } = useApp();
  const { t } = useTranslation();
  const patients = usePatientWords();
  const words = usePaperFacts();
  const { patient, images, visitedBefore } = order;
  return (
    <section className="card" aria-labelledby="order-patient">
      <h2 id="order-patient">{t('orders.detail.patient')}</h2>
      <Facts
        label={t('orders.detail.patient')}
        rows={[
          [t('orders.detail.patient'), dotted(patient.name, patients.full(patient))],
          ...words.rows(patient),
          [t('orders.detail.complaint'), order.chiefComplaint],
          [t('orders.detail.symptoms'), order.symptoms],
          [t('orders.detail.duration'), order.duration],
          [
            t('orders.detail.visitedBefore'),
            visitedBefore ? t('common.state.yes') : visitedBefore === false ? t('common.state.no') : null,
          ],
        ]}
      />
      {images && images.length > 0 ? (
        <div className="order-pictures">
          {images.map((image, at) => (
            <a key={image} href={linkOf(image)} target="_blank" rel="noopener noreferrer">
              <img src={linkOf(image)} alt={t('orders.detail.picture', { number: at + 1 })} loading="lazy" />
            </a>
          ))}
        </div>
      ) : null}
    </section>
  );
}

/** Events of the order since its creation. */
export function OrderLog({ order }: OrderProps) {
  const { t } = useTranslation();
  const { logs, createTime, patient } = order;
  const created = { time: createTime, operator: patient.name, action: 'create', remark: null };
  const entries = logs?.some(({ action }) => action === 'create') ? logs : [created, ...(logs ?? [])];
  return (
    <section className="card" aria-labelledby="order-log">
      <h2 id="order-log">{t('orders.detail.log')}</h2>
      <EventLog
        label={t('orders.detail.log')}
        entries={entries.map(({ action, remark, ...entry }) => ({
          ...entry,
          action: codeText('orders.action', action),
          remark: remark ? codeText('decline.reasons', remark) : null,
        }))}
      />
    </section>
  );
}

const signed = 1;

/** A read-only medical record. */
function RecordSheet({ record, order }: { readonly record: CaseInfo; readonly order: WholeOrder }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const isSigned = record.status === signed;
  const time = record.signTime ?? record.updateTime;
  const addenda = record.addenda ?? [];
  const isDoctor = useLive(useApp().work$) !== null;
  const paper = useRecordPaper(order.patient, () => ({
    ...{ patient: order.patient, orderNo: order.orderNo, fields: record, addenda },
    doctor: {
      name: record.doctorName ?? '',
      post: joined('posts', signedAs({ ...record, doctorName: null })),
      signUrl: record.doctorSignUrl ?? null,
    },
    signedAt: isSigned ? time : null,
  }));
  return (
    <>
      <p>
        <Badge tone={isSigned ? 'success' : 'warning'}>
          {isSigned ? t('orders.archive.signed') : t('orders.archive.unsigned')}
        </Badge>{' '}
        <span className="card-note">
          {joined('details', [joined('posts', signedAs(record)), dateTimeText(time, locale)])}
        </span>
      </p>
      <Facts
        label={t('orders.archive.record')}
        rows={[
          ...sectionsBeforeDiagnosis.map((name) => [t(`record.fields.${name}`), record[name]] as const),
          [
            t('record.fields.diagnosisList'),
            record.diagnosisList
              .map((one) => (one.main ? `${coded(one)} · ${t('record.diagnosis.main')}` : coded(one)))
              .join('\n'),
          ],
          [t('record.fields.treatmentAdvice'), record.treatmentAdvice],
        ]}
      />
      {isSigned && isDoctor ? <OwnTexts record={record} /> : <AddendumList addenda={addenda} />}
      <PrintButton paper={paper} label={t('print.record')} size="sm" labelled />
    </>
  );
}

/** What was added to a signed record, and what this doctor wrote for it on this device and has not saved. */
function OwnTexts({ record }: { readonly record: CaseInfo }) {
  const [added, setAdded] = useState<readonly Addendum[]>([]);
  const addenda = withAdded(record.addenda ?? [], added);
  const isWriting = useAddendumDraft(record.orderId) !== null;
  return (
    <>
      <UnsavedTexts orderId={record.orderId} stored={record} isSigned />
      {isWriting ? (
        <Addenda orderId={record.orderId} addenda={addenda} onAdded={(one) => setAdded([...added, one])} />
      ) : (
        <AddendumList addenda={addenda} />
      )}
    </>
  );
}

/** The medical record of a consultation, read-only. */
export function MedicalRecord({ order }: OrderProps) {
  const { api } = useApp();
  const { t } = useTranslation();
  const { id: orderId } = order;
  const result = useQuery(useCallback((signal) => api.getCase({ orderId }, { signal, quiet: true }), [api, orderId]));
  const isDoctor = useLive(useApp().work$) !== null;
  const isOver = !isOrderOpen(order.status);
  return (
    <section className="card" aria-labelledby="archive-record">
      <h2 id="archive-record">{t('orders.archive.record')}</h2>
      <QueryResult result={result}>
        {(record) => (
          <>
            {record ? (
              <RecordSheet record={record} order={order} />
            ) : (
              <p className="card-note">{t('orders.archive.noRecord')}</p>
            )}
            {isDoctor && isOver && record?.status !== signed ? (
              <UnsavedTexts orderId={orderId} stored={record ?? emptyRecord} isSigned={false} />
            ) : null}
          </>
        )}
      </QueryResult>
    </section>
  );
}

/** The prescriptions of a consultation, each whole. */
export function OrderPrescriptions({ order: { prescriptionIds } }: OrderProps) {
  const { t } = useTranslation();
  if (prescriptionIds && prescriptionIds.length > 0)
    return prescriptionIds.map((id) => <Prescription key={id} id={id} />);
  return (
    <section className="card" aria-labelledby="archive-no-rx">
      <h2 id="archive-no-rx">{t('orders.archive.prescriptions')}</h2>
      <p className="card-note">{t('orders.archive.noPrescriptions')}</p>
    </section>
  );
}

function Prescription({ id }: { readonly id: PrescriptionId }) {
  const { api } = useApp();
  const { t } = useTranslation();
  const { status } = usePrescriptionStates();
  const result = useQuery(useCallback((signal) => api.getPrescription({ id }, { signal, quiet: true }), [api, id]));
  const rx = result.state === 'ready' ? result.data : null;
  const state = rx ? status(rx.status) : null;
  return (
    <section className="card" aria-labelledby={`archive-rx-${id}`}>
      <header>
        <h2 id={`archive-rx-${id}`}>
          {rx ? t('prescription.paper.region', { number: rx.prescriptionNo }) : t('prescription.paper.title')}
        </h2>
        {state ? <Badge tone={state.tone}>{state.text}</Badge> : null}
      </header>
      <QueryResult result={result}>
        {(shown) => (
          <>
            <PrescriptionSheet rx={shown} />
            <PrintRx rx={shown} among />
          </>
        )}
      </QueryResult>
    </section>
  );
}
