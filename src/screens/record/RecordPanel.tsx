import { useSelector } from '@xstate/react';
import type { PatientBrief } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { ErrorPane } from '../../ui/ErrorPane.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { RecordConflict } from './RecordConflict.tsx';
import { RecordForm } from './RecordForm.tsx';
import { SignedRecord } from './SignedRecord.tsx';
import { useFlush } from './useFlush.ts';
import './record.css';

type Props = { readonly record: RecordActor; readonly patient: PatientBrief };

/** The medical record of one consultation, in whatever state it is. What was typed is never lost with the panel. */
export function RecordPanel({ record, patient }: Props) {
  const { t } = useTranslation();
  const loading = useSelector(record, (s) => s.matches('loading'));
  const unreachable = useSelector(record, (s) => s.matches('unreachable'));
  const conflict = useSelector(record, (s) => s.matches('conflict'));
  const locked = useSelector(record, (s) => s.hasTag('locked'));
  const { flush, panel } = useFlush(record);
  if (unreachable)
    return (
      <ErrorPane
        title={t('record.unreachable')}
        text={t('record.unreachableText')}
        retryLabel={t('common.actions.retry')}
        onRetry={() => record.send({ type: 'retry.requested' })}
      />
    );
  if (loading) return <Skeleton loading label={t('record.loading')} lines={10} />;
  return (
    <section ref={panel} className="record" aria-label={t('record.form', { patient: patient.name })} onBlur={flush}>
      {locked ? (
        <SignedRecord record={record} />
      ) : conflict ? (
        <RecordConflict record={record} />
      ) : (
        <RecordForm record={record} patient={patient} />
      )}
    </section>
  );
}
