import { useCallback } from 'react';
import type { CaseInfo } from '../../contract/http/record.ts';
import type { PrescriptionId } from '../../contract/ids.ts';
import { useTranslation } from '../locales/i18n.ts';
import { Badge } from '../ui/Badge.tsx';
import { dateTimeText } from '../ui/format.ts';
import { useApp } from './app.ts';
import { Facts } from './Facts.tsx';
import type { WholeOrder } from './OrderPage.tsx';
import { QueryResult } from './Page.tsx';
import { PrescriptionSheet } from './PrescriptionSheet.tsx';
import { PrintRx } from './prescription/OpenRx.tsx';
import { usePrescriptionStates } from './prescriptionState.ts';
import { PrintButton } from './print/PrintButton.tsx';
import { AddendumList } from './record/Addenda.tsx';
import { useRecordPaper } from './record/PrintedRecord.tsx';
import { useLocale } from './useLocale.ts';
import { useQuery } from './usePages.ts';

const signed = 1;

const sections = [
  'chiefComplaint',
  'presentIllness',
  'pastHistory',
  'allergyHistory',
  'personalHistory',
  'familyHistory',
  'physicalExam',
  'auxiliaryExam',
] as const;

/** A read-only medical record. */
function RecordSheet({ record, order }: { readonly record: CaseInfo; readonly order: WholeOrder }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const isSigned = record.status === signed;
  const time = record.signTime ?? record.updateTime;
  const addenda = record.addenda ?? [];
  const paper = useRecordPaper(order.patient, () => ({
    ...{ patient: order.patient, orderNo: order.orderNo, fields: record, addenda },
    doctor: { name: record.doctorName ?? '', signUrl: record.doctorSignUrl ?? null },
    signedAt: isSigned ? time : null,
  }));
  return (
    <>
      <p>
        <Badge tone={isSigned ? 'success' : 'warning'}>
          {isSigned ? t('orders.archive.signed') : t('orders.archive.unsigned')}
        </Badge>{' '}
        <span className="card-note">{[record.doctorName, dateTimeText(time, locale)].filter(Boolean).join(', ')}</span>
      </p>
      <Facts
        label={t('orders.archive.record')}
        rows={[
          ...sections.map((name) => [t(`record.fields.${name}`), record[name]] as const),
          [
            t('record.fields.diagnosisList'),
            record.diagnosisList
              .map(({ code, name, main }) => `${name} (${code})${main ? ` · ${t('record.diagnosis.main')}` : ''}`)
              .join('\n'),
          ],
          [t('record.fields.treatmentAdvice'), record.treatmentAdvice],
        ]}
      />
      <AddendumList addenda={addenda} />
      <PrintButton paper={paper} label={t('print.record')} size="sm" />
    </>
  );
}

type Props = { readonly order: WholeOrder };

/** The medical record of a consultation, read-only. */
export function Record({ order }: Props) {
  const { api } = useApp();
  const { t } = useTranslation();
  const { id: orderId } = order;
  const result = useQuery(useCallback((signal) => api.getCase({ orderId }, { signal, quiet: true }), [api, orderId]));
  return (
    <section className="card" aria-labelledby="archive-record">
      <h2 id="archive-record">{t('orders.archive.record')}</h2>
      <QueryResult result={result}>
        {(record) =>
          record ? (
            <RecordSheet record={record} order={order} />
          ) : (
            <p className="card-note">{t('orders.archive.noRecord')}</p>
          )
        }
      </QueryResult>
    </section>
  );
}

/** The prescriptions of a consultation, each whole. */
export function Prescriptions({ order: { prescriptionIds } }: Props) {
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
