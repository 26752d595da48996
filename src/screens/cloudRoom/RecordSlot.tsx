import { useSelector } from '@xstate/react';
import type { PatientBrief } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { type Consultation, recordOf } from '../../machines/consultation.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { RecordPanel } from './papers.ts';

type Props = { readonly consultation: Consultation; readonly patient: PatientBrief };

/** The medical record of a consultation, once its machine has opened it. */
export function RecordSlot({ consultation, patient }: Props) {
  const { t } = useTranslation();
  const record = useSelector(consultation, recordOf);
  if (record === null) return <Skeleton loading label={t('common.state.loading')} lines={8} />;
  return <RecordPanel record={record} patient={patient} />;
}
