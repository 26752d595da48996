import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { PatientBrief } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { Button } from '../../ui/Button.tsx';
import { DiagnosisField } from './DiagnosisField.tsx';
import { RecordField } from './RecordField.tsx';
import { RecordNotices } from './RecordNotices.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { SignRecord } from './SignRecord.tsx';

type Props = { readonly record: RecordActor; readonly patient: PatientBrief };

/** The record as it is being written. */
export function RecordForm({ record, patient }: Props) {
  const { t } = useTranslation();
  const fields = useRef<HTMLDivElement>(null);
  return (
    <>
      <div className="record-body" ref={fields}>
        <RecordNotices record={record} />
        <div className="ui-stack">
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

/** Allergies as the patient says them now, with what is on file; "none" is one click, because it differs from "not asked". */
function AllergyField({ record, patient }: Props) {
  const { t } = useTranslation();
  const empty = useSelector(record, (s) => s.hasTag('editable') && s.context.fields.allergyHistory.trim() === '');
  const onFile = patient.allergy ? t('record.hints.allergyOnFile', { allergy: patient.allergy }) : undefined;
  return (
    <div className="record-allergies">
      <RecordField record={record} name="allergyHistory" {...(onFile ? { hint: onFile } : {})} />
      {empty ? (
        <Button
          size="sm"
          look="outline"
          tone="neutral"
          onClick={() =>
            record.send({
              type: 'field.changed',
              patch: { allergyHistory: patient.allergy || t('record.noAllergies') },
            })
          }
        >
          {patient.allergy || t('record.denyAllergies')}
        </Button>
      ) : null}
    </div>
  );
}

/** Sections that many records leave empty are folded away until they are wanted. */
function MoreHistory({ record }: { readonly record: RecordActor }) {
  const { t } = useTranslation();
  const used = useSelector(record, ({ context: { fields } }) =>
    Boolean(fields.personalHistory || fields.familyHistory),
  );
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
  const diagnoses = useSelector(record, (s) => s.context.fields.diagnosisList);
  const missing = useSelector(record, (s) => s.context.missing.includes('diagnosisList'));
  const editable = useSelector(record, (s) => s.hasTag('editable'));
  return (
    <DiagnosisField
      diagnoses={diagnoses}
      onChange={(list) => record.send({ type: 'field.changed', patch: { diagnosisList: [...list] } })}
      error={missing ? t('record.missing.diagnosisList') : null}
      disabled={!editable}
    />
  );
}
