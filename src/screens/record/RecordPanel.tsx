import { useSelector } from '@xstate/react';
import type { Addendum } from '../../../contract/http/record.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { signedAs } from '../../domain/record.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import {
  addendaOf,
  isInConflict,
  isLoading,
  isSigned,
  isUnreachable,
  recordOrder,
  signedTime,
  signerOf,
  storedRecord,
  writtenFields,
} from '../../machines/selectors/record.ts';
import { ownNameIn } from '../../machines/selectors/session.ts';
import { ErrorPane } from '../../ui/ErrorPane.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { dotted, joined } from '../app/joined.ts';
import { RecordConflict } from './RecordConflict.tsx';
import { RecordForm } from './RecordForm.tsx';
import './record.css';
import { useEffect, useRef, useState } from 'react';
import { dateTimeText } from '../../ui/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app/app.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useShortcutInside } from '../keyboard/registry.ts';
import { OpenPaper } from '../print/OpenPaper.tsx';
import { PrintButton } from '../print/PrintButton.tsx';
import { Addenda, withAdded } from './Addenda.tsx';
import { useRecordPaper } from './PrintedRecord.tsx';
import { RecordText } from './RecordText.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { UnsavedTexts } from './UnsavedTexts.tsx';

/** Saves typed text at once when the doctor leaves a field, the panel or the page, or asks to save. */
function useFlush(record: RecordActor) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const flush = () => record.send({ type: 'save.requested' });
    const scope = new AbortController();
    const options = { signal: scope.signal };
    document.addEventListener('visibilitychange', () => document.hidden && flush(), options);
    window.addEventListener('pagehide', flush, options);
    return () => {
      scope.abort();
      flush();
    };
  }, [record]);
  const flush = () => record.send({ type: 'save.requested' });
  useShortcutInside('saveRecord', panel, flush);
  return { panel, flush };
}

const none: readonly Addendum[] = [];

type OpenRecordProps = {
  readonly record: RecordActor;
  readonly patient: PatientBrief;
  readonly orderNo?: string | null;
};

/** The record as printed, read when it is printed. */
function useOpenRecord({ record, patient, orderNo = null }: OpenRecordProps, added = none) {
  const { session } = useApp();
  return useRecordPaper(patient, () => {
    const now = record.getSnapshot();
    const current = storedRecord(now);
    const name = current?.doctorName ?? ownNameIn(session.getSnapshot());
    return {
      ...{ patient, orderNo, fields: writtenFields(now) },
      addenda: withAdded(addendaOf(now), added),
      doctor: {
        name,
        post: current ? joined('posts', signedAs({ ...current, doctorName: null })) : '',
        signUrl: current?.doctorSignUrl ?? null,
      },
      signedAt: isSigned(now) ? signedTime(now) : null,
    };
  });
}

/** A signed record, read-only, and what was added to it. */
function SignedRecord(props: OpenRecordProps) {
  const { record } = props;
  const { t } = useTranslation();
  const where = useLocale();
  const orderId = useSelector(record, recordOrder);
  const fields = useSelector(record, writtenFields);
  const addenda = useSelector(record, addendaOf);
  const [added, setAdded] = useState<readonly Addendum[]>([]);
  const body = useRef<HTMLDivElement>(null);
  const paper = useOpenRecord(props, added);
  const signedAt = useSelector(record, signedTime);
  const signer = useSelector(record, signerOf);
  return (
    <>
      <div className="record-body" ref={body}>
        <Notice tone="success" title={t('record.signedText')}>
          {signedAt === null
            ? null
            : dotted(
                signer && joined('posts', signedAs(signer)),
                t('record.signed', { time: dateTimeText(signedAt, where) }),
              )}
        </Notice>
        <RecordText fields={fields} />
        <UnsavedTexts orderId={orderId} stored={fields} isSigned />
        <Addenda orderId={orderId} addenda={withAdded(addenda, added)} onAdded={(one) => setAdded([...added, one])} />
        <OpenPaper place={body} paper={paper} />
      </div>
      <div className="record-foot">
        <SaveStatus record={record} />
        <PrintButton paper={paper} label={t('print.record')} />
      </div>
    </>
  );
}

/** The medical record of a consultation in any state; closing the panel loses no input. */
export function RecordPanel(props: OpenRecordProps) {
  const { record, patient } = props;
  const { t } = useTranslation();
  const loading = useSelector(record, isLoading);
  const unreachable = useSelector(record, isUnreachable);
  const conflict = useSelector(record, isInConflict);
  const locked = useSelector(record, isSigned);
  const { flush, panel } = useFlush(record);
  const draft = useOpenRecord(props);
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
        <SignedRecord {...props} />
      ) : conflict ? (
        <RecordConflict record={record} />
      ) : (
        <RecordForm record={record} patient={patient} />
      )}
      {locked ? null : <OpenPaper place={panel} paper={draft} />}
    </section>
  );
}
