import { useMemo } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { dateTimeText, listTimeText } from '../../ui/format.ts';
import { unbroken } from '../../ui/unitText.ts';
import { useApp } from '../app/app.ts';
import { dotted, joined } from '../app/joined.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { usePatientWords } from '../patientFacts/patients.ts';
import type { Reviewed } from './ReviewedRx.tsx';

const tones = { approved: 'success', rejected: 'danger' } as const;

type Shown = { readonly row: Reviewed; readonly onShow: (row: Reviewed) => void };

function ShowButton({ row, onShow }: Shown) {
  const { t } = useTranslation();
  return (
    <Button
      size="sm"
      look="ghost"
      aria-label={t('reviewing.mine.show', { number: row.prescriptionNo })}
      onClick={() => onShow(row)}
    >
      {row.prescriptionNo}
    </Button>
  );
}

function Decision({ decision }: Pick<Reviewed, 'decision'>) {
  const { t } = useTranslation();
  return <Badge tone={tones[decision]}>{t(`reviewing.mine.results.${decision}`)}</Badge>;
}

const diagnosisOf = ({ diagnosisList }: Reviewed) =>
  joined(
    'entries',
    diagnosisList.map(({ name }) => name),
  );

/** A decision in a single cell, for narrow tables. */
export function ReviewInOneCell({ row, onShow }: Shown) {
  const where = useLocale();
  const words = usePatientWords();
  const { patient, decision, decisionTime, decisionRemark, doctorName } = row;
  return (
    <div className="in-one-cell">
      <strong>{dotted(patient.name, words.short(patient))}</strong>
      <span data-end="">
        <Decision decision={decision} />
      </span>
      <span data-wide="">{diagnosisOf(row)}</span>
      {decisionRemark ? <span data-wide="">{decisionRemark}</span> : null}
      <small>
        <time>{dateTimeText(decisionTime, where)}</time>
      </small>
      <small data-end="">{doctorName}</small>
      <span data-wide="">
        <ShowButton row={row} onShow={onShow} />
      </span>
    </div>
  );
}

/** The columns of the list; `onShow` opens the prescription. */
export function useReviewColumns(onShow: (row: Reviewed) => void): readonly Column<Reviewed>[] {
  const { t } = useTranslation();
  const { now$ } = useApp();
  const where = useLocale();
  const words = usePatientWords();
  return useMemo(
    () => [
      {
        name: 'time',
        header: t('reviewing.mine.time'),
        width: '8rem',
        cell: ({ decisionTime }) => <time>{listTimeText(decisionTime, now$.value, where)}</time>,
        text: ({ decisionTime }) => dateTimeText(decisionTime, where),
      },
      {
        name: 'result',
        header: t('reviewing.mine.result'),
        cell: ({ decision }) => <Decision decision={decision} />,
        text: ({ decision }) => t(`reviewing.mine.results.${decision}`),
      },
      {
        name: 'number',
        header: t('reviewing.columns.number'),
        cell: (row) => <ShowButton row={row} onShow={onShow} />,
        text: ({ prescriptionNo }) => prescriptionNo,
      },
      {
        name: 'patient',
        header: t('reviewing.columns.patient'),
        width: '13rem',
        cell: ({ patient }) => dotted(patient.name, unbroken(words.short(patient))),
        text: ({ patient }) => dotted(patient.name, words.short(patient)),
      },
      {
        name: 'doctor',
        header: t('reviewing.columns.doctor'),
        cell: ({ doctorName }) => unbroken(doctorName ?? ''),
        text: ({ doctorName }) => doctorName,
      },
      {
        name: 'diagnosis',
        header: t('reviewing.columns.diagnosis'),
        cell: (row) => <span className="my-reviews-text">{diagnosisOf(row)}</span>,
        text: diagnosisOf,
      },
      {
        name: 'reasons',
        header: t('reviewing.mine.reasons'),
        align: 'end',
        cell: ({ overrideCount }) => overrideCount || '',
        text: ({ overrideCount }) => overrideCount ?? 0,
      },
      {
        name: 'lines',
        header: t('reviewing.columns.lines'),
        align: 'end',
        cell: ({ lineCount }) => lineCount,
        text: ({ lineCount }) => lineCount,
      },
      {
        name: 'remark',
        header: t('reviewing.mine.remark'),
        cell: ({ decisionRemark }) => <span className="my-reviews-text">{decisionRemark}</span>,
        text: ({ decisionRemark }) => decisionRemark,
      },
    ],
    [t, now$, where, words, onShow],
  );
}
