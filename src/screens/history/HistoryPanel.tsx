import type { OrderId, PatientId } from '../../../contract/ids.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { keepUnits } from '../../ui/unitText.ts';
import { coded, joined } from '../app/joined.ts';
import { keyed } from '../lists/keyed.ts';
import { PastVisits } from './PastVisits.tsx';
import './history.css';
import { useCallback, useMemo } from 'react';
import type { RxBrief, RxLine } from '../../../contract/http/prescription.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { createQuery } from '../../streams/query.ts';
import { Badge } from '../../ui/Badge.tsx';
import { dateText } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { Paged, QueryResult } from '../lists/Paged.tsx';
import { usePaperFacts } from '../patientFacts/usePaperFacts.ts';
import { lineText } from '../prescription/regimenText.ts';
import { useClinicalWords } from '../prescription/useClinicalWords.ts';

const pageSize = 10;

type Past = RxBrief & { readonly lines: readonly RxLine[] };

/** Earlier prescriptions, newest first, by line. */
function PastPrescriptions({ patientId }: { readonly patientId: PatientId }) {
  const { t } = useTranslation();
  const { api } = useApp();
  const fetchPage = useCallback(
    (pageNo: number, signal: AbortSignal) =>
      api.prescriptionHistory({ patientId, pageNo, pageSize }, { signal, quiet: true }),
    [api, patientId],
  );
  return (
    <Paged fetchPage={fetchPage} pageSize={pageSize} empty={t('history.noPrescriptions')}>
      {(past: Past) => <PastPrescription key={past.id} past={past} />}
    </Paged>
  );
}

function PastPrescription({ past }: { readonly past: Past }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const words = useClinicalWords();
  const states = useLive(useApp().lists$).Prescription_Status;
  const { prescriptionNo, createTime, status, diagnosisList, lines } = past;
  return (
    <article className="history-rx">
      <header>
        <strong>{t('history.rxTitle', { date: dateText(createTime, locale), number: prescriptionNo })}</strong>
        <Badge>{labelOf(states, status) ?? t('common.state.unknown', { value: String(status) })}</Badge>
      </header>
      <p>{joined('entries', diagnosisList.map(coded))}</p>
      <ul>
        {keyed(lines, ({ drugId }) => drugId).map(({ key, row: line }) => (
          <li key={key}>
            {t('history.rxLine', {
              medicine: keepUnits(line.drugName),
              specification: keepUnits(line.specification),
              use: lineText(line, { words, t }),
            })}
          </li>
        ))}
      </ul>
    </article>
  );
}

type PersonalHistoryProps = { readonly patientId: PatientId; readonly orderId: OrderId };

/** Medical history as stated by the patient or by earlier doctors. */
function PersonalHistory({ patientId, orderId }: PersonalHistoryProps) {
  const { t } = useTranslation();
  const { api } = useApp();
  const words = usePaperFacts();
  const query = useMemo(
    () => createQuery((signal) => api.getPersonalHistory({ patientId, orderId }, { signal, quiet: true })),
    [api, patientId, orderId],
  );
  return (
    <QueryResult query={query}>
      {({ past, allergy, family, personal, surgery }) => {
        const facts: readonly [string, string | null | undefined][] = [
          [t('history.past'), past],
          [t('history.allergy'), words.allergies({ allergy })],
          [t('history.surgery'), surgery],
          [t('history.personalHabits'), personal],
          [t('history.family'), family],
        ];
        return (
          <dl className="history-facts">
            {facts.map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd data-missing={!text || undefined}>{text || t('common.state.notRecorded')}</dd>
              </div>
            ))}
          </dl>
        );
      }}
    </QueryResult>
  );
}

type Props = { readonly patient: PatientBrief; readonly orderId: OrderId };

/** The patient's history: own statements, visits and prescriptions; each part loads and fails independently. */
export function HistoryPanel({ patient, orderId }: Props) {
  const { t } = useTranslation();
  return (
    <div className="history">
      <section aria-label={t('history.personal')}>
        <h3>{t('history.personal')}</h3>
        <PersonalHistory patientId={patient.id} orderId={orderId} />
      </section>
      <section aria-label={t('history.visits')}>
        <h3>{t('history.visits')}</h3>
        <PastVisits patientId={patient.id} />
      </section>
      <section aria-label={t('history.prescriptions')}>
        <h3>{t('history.prescriptions')}</h3>
        <PastPrescriptions patientId={patient.id} />
      </section>
    </div>
  );
}
