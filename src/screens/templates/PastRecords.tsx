import { useSelector } from '@xstate/react';
import { type ReactNode, useCallback } from 'react';
import type { OrderId } from '../../../contract/ids.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { fieldsOf } from '../../domain/record.ts';
import { offerFrom, type RecordOffer } from '../../domain/recordTemplates.ts';
import { offerFromVisit } from '../../domain/visitSections.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { recordOrder } from '../../machines/selectors/record.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorPane } from '../../ui/ErrorPane.tsx';
import { dateText } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app/app.ts';
import { dotted, joined } from '../app/joined.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { Paged } from '../lists/Paged.tsx';
import { useQuery } from '../lists/usePages.ts';

/** An earlier record of the patient: of an own consultation, or of a visit in the hospital. */
export type PastRecord =
  | { readonly kind: 'own'; readonly orderId: OrderId; readonly at: number }
  | { readonly kind: 'visit'; readonly visitNo: string; readonly at: number; readonly diagnosis: string };

const ownShown = 100;
const visitsShown = 10;

type Props = {
  readonly record: RecordActor;
  readonly patient: PatientBrief;
  readonly onChoose: (past: PastRecord) => void;
};

/** The earlier records of a patient, to copy sections from. */
export function PastRecords({ record, patient: { id: patientId, name }, onChoose }: Props) {
  const { t } = useTranslation();
  const { api } = useApp();
  const orderId = useSelector(record, recordOrder);
  const ownOrders = useCallback(
    async (pageNo: number, signal: AbortSignal) => {
      const query = { keyword: name, pageNo, pageSize: ownShown };
      const answer = await api.pageOrders(query, { signal, quiet: true });
      if (!answer.ok) return answer;
      const list = answer.data.list.filter(({ id, patient }) => patient.id === patientId && id !== orderId);
      return { ok: true as const, data: { list, total: list.length } };
    },
    [api, name, patientId, orderId],
  );
  const visits = useCallback(
    (pageNo: number, signal: AbortSignal) =>
      api.medicalRecordList({ patientId, pageNo, pageSize: visitsShown }, { signal, quiet: true }),
    [api, patientId],
  );
  return (
    <div className="tpl-past">
      <section aria-label={t('templates.past.own')}>
        <h3>{t('templates.past.own')}</h3>
        <Paged fetchPage={ownOrders} pageSize={ownShown} empty={t('templates.past.none')}>
          {({ id, createTime, chiefComplaint }) => (
            <PastRow
              key={id}
              at={createTime}
              text={chiefComplaint ?? ''}
              onChoose={() => onChoose({ kind: 'own', orderId: id, at: createTime })}
            />
          )}
        </Paged>
      </section>
      <section aria-label={t('templates.past.visits')}>
        <h3>{t('templates.past.visits')}</h3>
        <Paged fetchPage={visits} pageSize={visitsShown} empty={t('templates.past.none')}>
          {({ visitNo, visitTime, hospital, dept, diagnosis }) => (
            <PastRow
              key={visitNo}
              at={visitTime}
              text={dotted(diagnosis, hospital, dept)}
              onChoose={() => onChoose({ kind: 'visit', visitNo, at: visitTime, diagnosis })}
            />
          )}
        </Paged>
      </section>
    </div>
  );
}

type RowProps = { readonly at: number; readonly text: string; readonly onChoose: () => void };

function PastRow({ at, text, onChoose }: RowProps) {
  const { t } = useTranslation();
  const date = dateText(at, useLocale());
  return (
    <div className="tpl-row">
      <div className="tpl-row-text">
        <strong>{date}</strong>
        <small>{text}</small>
      </div>
      <Button
        size="sm"
        look="outline"
        tone="neutral"
        aria-label={t('templates.past.choose', { date })}
        onClick={onChoose}
      >
        {t('templates.manage.use')}
      </Button>
    </div>
  );
}

type Offered = { readonly offer: RecordOffer; readonly notes: readonly string[] };

type OfferProps = {
  readonly past: PastRecord;
  readonly patient: PatientBrief;
  readonly children: (offered: Offered) => ReactNode;
};

/** Loads an earlier record and offers its sections. */
export function PastOffer({ past, patient, children }: OfferProps) {
  const { t } = useTranslation();
  const { api } = useApp();
  const patientId = patient.id;
  const answer = useQuery<Offered>(
    useCallback(
      async (signal: AbortSignal) => {
        const options = { signal, quiet: true };
        if (past.kind === 'own') {
          const read = await api.getCase({ orderId: past.orderId }, options);
          if (!read.ok) return read;
          const offer = read.data ? offerFrom(fieldsOf(read.data)) : { texts: {}, diagnosisList: [] };
          return { ok: true as const, data: { offer, notes: [] } };
        }
        const read = await api.electronicMedicalRecords({ patientId, visitNo: past.visitNo }, options);
        if (!read.ok) return read;
        const { others, ...offer } = offerFromVisit(read.data.sections);
        const notes = [
          others.length > 0 ? t('templates.past.others', { titles: joined('items', others) }) : null,
          past.diagnosis ? t('templates.past.diagnosis', { diagnosis: past.diagnosis }) : null,
        ];
        return { ok: true as const, data: { offer, notes: notes.filter((note) => note !== null) } };
      },
      [api, past, patientId, t],
    ),
  );
  if (answer.state === 'failed')
    return (
      <ErrorPane
        title={t('templates.past.failed')}
        text={answer.failure.message}
        retryLabel={t('common.actions.retry')}
        onRetry={answer.reload}
      />
    );
  if (answer.state === 'loading') return <Skeleton loading label={t('templates.past.loading')} lines={4} />;
  const { offer } = answer.data;
  const isEmpty = Object.keys(offer.texts).length === 0 && offer.diagnosisList.length === 0;
  return isEmpty ? <p className="tpl-note">{t('templates.past.empty')}</p> : children(answer.data);
}
