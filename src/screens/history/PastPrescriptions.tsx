import { useCallback } from 'react';
import type { RxBrief, RxLine } from '../../../contract/http/prescription.ts';
import type { PatientId } from '../../../contract/ids.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { dateText } from '../../ui/format.ts';
import { useApp } from '../app.ts';
import { useLive } from '../useLive.ts';
import { useLocale } from '../useLocale.ts';
import { Paged } from './Paged.tsx';

const pageSize = 10;

type Past = RxBrief & { readonly lines: readonly RxLine[] };

/** What was prescribed to the patient before, newest first, line by line. */
export function PastPrescriptions({ patientId }: { readonly patientId: PatientId }) {
  const { t } = useTranslation();
  const { api } = useApp();
  const ask = useCallback(
    (pageNo: number, signal: AbortSignal) =>
      api.prescriptionHistory({ patientId, pageNo, pageSize }, { signal, quiet: true }),
    [api, patientId],
  );
  return (
    <Paged ask={ask} pageSize={pageSize} empty={t('workspace.history.noPrescriptions')}>
      {(past: Past) => <PastPrescription key={past.id} past={past} />}
    </Paged>
  );
}

function PastPrescription({ past }: { readonly past: Past }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const states = useLive(useApp().lists$).Prescription_Status;
  const { prescriptionNo, createTime, status, diagnosisList, lines } = past;
  return (
    <article className="history-rx">
      <header>
        <strong>
          {t('workspace.history.rxTitle', { date: dateText(createTime, locale), number: prescriptionNo })}
        </strong>
        <Badge>{labelOf(states, status) ?? t('common.state.unknown', { value: String(status) })}</Badge>
      </header>
      <p>{diagnosisList.map(({ code, name }) => `${name} (${code})`).join(', ')}</p>
      <ul>
        {lines.map((line) => (
          <li key={`${line.drugId} ${line.onceDose} ${line.frequency}`}>
            {t('workspace.history.rxLine', {
              drug: line.drugName,
              specification: line.specification,
              dose: String(line.onceDose),
              unit: line.onceDoseUnit,
              frequency: line.frequency,
              days: String(line.days),
            })}
          </li>
        ))}
      </ul>
    </article>
  );
}
