import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import { blankIn } from '../../../clinical/words/blanks.ts';
import { isBlank } from '../../../clinical/words/writtenReason.ts';
import { type SectionName, sectionLengths } from '../../../contract/limits.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { isOneLine, oneLine } from '../../domain/record.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import {
  diagnosesIn,
  hasMoreHistory,
  isEditable,
  isMissing,
  isResumed,
  isSaveFailed,
  isSaveRefused,
  isTextEditable,
  recordOrder,
  refusalOf,
  textIn,
} from '../../machines/selectors/record.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextAreaField, TextField } from '../../ui/TextField.tsx';
import { useKept } from '../forms/useKept.ts';
import { FactsPanel } from '../patientFacts/FactsPanel.tsx';
import { usePaperFacts } from '../patientFacts/usePaperFacts.ts';
import { RecordTemplatesMenu } from '../templates/TemplatesMenu.tsx';
import { DiagnosisField } from './DiagnosisField.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { SignRecord } from './SignRecord.tsx';
import { LeftText } from './UnsavedTexts.tsx';

/** Problems with saving this record. */
function RecordNotices({ record }: { readonly record: RecordActor }) {
  const { t } = useTranslation();
  const resumed = useSelector(record, isResumed);
  const failed = useSelector(record, isSaveFailed);
  const refused = useSelector(record, isSaveRefused);
  const reason = useSelector(record, refusalOf);
  const retry = () => record.send({ type: 'retry.requested' });
  if (refused)
    return (
      <Notice
        tone="danger"
        urgent
        title={t('record.refused', { reason })}
        actions={
          <Button size="sm" look="outline" tone="neutral" onClick={retry}>
            {t('record.reload')}
          </Button>
        }
      />
    );
  if (failed)
    return (
      <Notice
        tone="warning"
        urgent
        title={t('record.failed')}
        actions={
          <Button size="sm" look="outline" tone="neutral" onClick={retry}>
            {t('common.actions.retry')}
          </Button>
        }
      />
    );
  return resumed ? <Notice tone="info" title={t('record.resumed')} /> : null;
}

type RecordFieldProps = {
  readonly record: RecordActor;
  readonly name: SectionName;
  readonly required?: boolean;
  readonly hint?: string;
  /** What is wrong with the text itself, whether or not it was to be signed. */
  readonly problem?: string | null;
};

/** A section of the record; it subscribes only to its own text, so that typing renders no other section. */
function RecordField({ record, name, required = false, hint, problem = null }: RecordFieldProps) {
  const { t } = useTranslation();
  const text = useSelector(record, textIn(name));
  const missing = useSelector(record, isMissing(name));
  const editable = useSelector(record, isTextEditable);
  const blank = missing ? blankIn(text) : null;
  const wanted = name === 'chiefComplaint' || name === 'presentIllness' || name === 'treatmentAdvice' ? name : null;
  const own = {
    label: t(`record.fields.${name}`),
    // A one-line field drops line breaks, so the lines of an earlier text would run together.
    value: isOneLine(name) && text.includes('\n') ? oneLine(text) : text,
    readOnly: !editable,
    maxLength: sectionLengths[name],
    error: !missing
      ? problem
      : blank
        ? t('record.blank', { blank: blank.text })
        : wanted
          ? t(`record.missing.${wanted}`)
          : problem,
    required,
    hint,
    'data-section': name,
  };
  const write = (next: string) => record.send({ type: 'field.changed', patch: { [name]: next } });
  return name === 'chiefComplaint' ? (
    <TextField {...own} data-first="" autoComplete="off" onChange={(event) => write(event.target.value)} />
  ) : (
    <TextAreaField {...own} rows={required ? 2 : 1} onChange={(event) => write(event.target.value)} />
  );
}

type Props = { readonly record: RecordActor; readonly patient: PatientBrief };

/** The form of a record. */
export function RecordForm({ record, patient }: Props) {
  const { t } = useTranslation();
  const fields = useRef<HTMLDivElement>(null);
  const orderId = useSelector(record, recordOrder);
  return (
    <>
      <div className="record-body" ref={fields} data-record={orderId}>
        <RecordNotices record={record} />
        <LeftText record={record} />
        <div className="ui-stack">
          <RecordTemplatesMenu record={record} patient={patient} />
          <RecordFacts record={record} patient={patient} />
          <RecordField record={record} name="chiefComplaint" required hint={t('record.hints.chiefComplaint')} />
          <RecordField record={record} name="presentIllness" required />
          <RecordField record={record} name="pastHistory" />
          <AllergyField record={record} patient={patient} />
          <MoreHistory record={record} />
          <RecordField record={record} name="physicalExam" hint={t('record.hints.physicalExam')} />
          <RecordField record={record} name="auxiliaryExam" />
          <RecordDiagnoses record={record} />
          <RecordField record={record} name="treatmentAdvice" required />
        </div>
      </div>
      <div className="record-foot">
        <SaveStatus record={record} />
        <SignRecord record={record} patient={patient} fields={fields} />
      </div>
    </>
  );
}

/** The patient's structured facts, loaded when they are unfolded. */
function RecordFacts({ record, patient }: Props) {
  const { t } = useTranslation();
  const orderId = useSelector(record, recordOrder);
  const [open, setOpen] = useKept('facts.open', false);
  return (
    <details className="record-more" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('record.facts.title')}</summary>
      {open ? <FactsPanel orderId={orderId} patient={patient} /> : null}
    </details>
  );
}

/** Allergies as stated now beside those on file; "none" is a single click, because it differs from "not asked". */
function AllergyField({ record, patient }: Props) {
  const { t } = useTranslation();
  const text = useSelector(record, textIn('allergyHistory'));
  const editable = useSelector(record, isEditable);
  const { allergiesOnFile, deniedAllergies } = usePaperFacts();
  const known = allergiesOnFile(patient);
  const denied = deniedAllergies(patient, text);
  const problem = denied === null ? null : t('record.allergies.denied', { allergy: denied });
  const onFile = known ? t('record.hints.allergyOnFile', { allergy: known.sourced }) : undefined;
  return (
    <div className="record-allergies">
      <RecordField record={record} name="allergyHistory" problem={problem} {...(onFile ? { hint: onFile } : {})} />
      {editable && isBlank(text) ? (
        <Button
          size="sm"
          look="outline"
          tone="neutral"
          onClick={() =>
            record.send({
              type: 'field.changed',
              patch: { allergyHistory: known?.text ?? t('record.noAllergies') },
            })
          }
        >
          {known?.text ?? t('record.denyAllergies')}
        </Button>
      ) : null}
    </div>
  );
}

/** Collapses sections that many records leave empty. */
function MoreHistory({ record }: { readonly record: RecordActor }) {
  const { t } = useTranslation();
  const used = useSelector(record, hasMoreHistory);
  return (
    <details className="record-more" open={used || undefined}>
      <summary>{t('record.moreHistory')}</summary>
      <div className="ui-stack">
        <RecordField record={record} name="personalHistory" />
        <RecordField record={record} name="familyHistory" />
      </div>
    </details>
  );
}

function RecordDiagnoses({ record }: { readonly record: RecordActor }) {
  const { t } = useTranslation();
  const diagnoses = useSelector(record, diagnosesIn);
  const missing = useSelector(record, isMissing('diagnosisList'));
  const editable = useSelector(record, isEditable);
  return (
    <DiagnosisField
      form="record"
      diagnoses={diagnoses}
      onChange={(list) => record.send({ type: 'field.changed', patch: { diagnosisList: [...list] } })}
      error={missing ? t('record.missing.diagnosisList') : null}
      disabled={!editable}
    />
  );
}
