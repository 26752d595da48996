import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { PatientBrief } from '../../../contract/shared.ts';
import { isSupplyLong, withOverDaysReason } from '../../domain/rxLines.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import type { RecordActor } from '../../machines/record.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { TextAreaField } from '../../ui/TextAreaField.tsx';
import { usePatientWords } from '../usePatientWords.ts';
import { RxHead } from './RxHead.tsx';
import { RxLines } from './RxLines.tsx';
import { RxNotices } from './RxNotices.tsx';
import { SafetyChecks } from './SafetyChecks.tsx';
import { SubmitPrescription } from './SubmitPrescription.tsx';
import { useDraft } from './useDraft.ts';
import { useDraftSaved } from './useDraftSaved.ts';
import { useSubmission } from './useSubmission.ts';
import { useSubmitKey } from './useSubmitKey.ts';

type Props = {
  readonly prescription: PrescriptionActor;
  readonly record: RecordActor | null;
  readonly patient: PatientBrief;
};

/** Below this age somebody responsible must be with the patient (Rules for online diagnosis and treatment, art. 19). */
const guardianUnder = 6;

/** A prescription as it is being written. Nothing that was entered is lost when it cannot be submitted. */
export function RxForm({ prescription, record, patient }: Props) {
  const { t } = useTranslation();
  const years = usePatientWords().years(patient);
  const { draft, diagnoses, warehouses, change, settle } = useDraft(prescription, record);
  const hits = useSelector(prescription, (s) => s.context.checked?.hits ?? noHits);
  const busy = useSelector(prescription, (s) => s.hasTag('busy'));
  const submitting = useSelector(prescription, (s) => s.matches('submitting') || s.matches('unconfirmed'));
  const saving = useSelector(prescription, (s) => s.matches('savingDraft'));
  const form = useRef<HTMLDivElement>(null);
  const { tried, submit, asking, checking, close, confirm } = useSubmission(prescription, { settle, form });
  useDraftSaved(prescription);

  const save = () => {
    settle();
    prescription.send({ type: 'save.requested' });
  };
  useSubmitKey(form, submit);
  return (
    <>
      <div className="rx-body" ref={form}>
        <RxNotices prescription={prescription} />
        <fieldset className="rx-form" disabled={busy}>
          <RxHead {...{ prescription, draft, diagnoses, warehouses, change, tried }} />
          <RxLines {...{ prescription, draft, change, tried }} />
          <SafetyChecks {...{ prescription, draft, change, tried }} />
          <div className="ui-stack">
            {years < guardianUnder ? (
              <Checkbox
                label={
                  <>
                    {t('prescription.guardian')} <small>{t('prescription.guardianHint')}</small>
                  </>
                }
                checked={draft.guardianConfirmed}
                aria-invalid={(tried && !draft.guardianConfirmed) || undefined}
                onChange={(event) => change((now) => ({ ...now, guardianConfirmed: event.target.checked }))}
              />
            ) : null}
            {isSupplyLong(hits) || draft.overDaysReason !== '' ? (
              <TextAreaField
                label={t('prescription.overDays')}
                hint={t('prescription.overDaysHint')}
                required
                value={draft.overDaysReason}
                maxLength={500}
                error={tried && draft.overDaysReason.trim() === '' ? t('prescription.checks.reasonMissing') : null}
                onChange={(event) => change((now) => withOverDaysReason(now, hits, event.target.value))}
              />
            ) : null}
            <TextAreaField
              label={t('prescription.advice')}
              value={draft.advice}
              maxLength={1000}
              onChange={(event) => change((now) => ({ ...now, advice: event.target.value }))}
            />
          </div>
        </fieldset>
      </div>
      <div className="rx-foot">
        <Button
          look="outline"
          tone="neutral"
          busy={saving}
          disabled={busy || draft.warehouseId === null}
          onClick={save}
        >
          {t('prescription.save')}
        </Button>
        <Button
          busy={submitting || checking}
          disabled={saving}
          aria-keyshortcuts="Control+Shift+Enter"
          onClick={submit}
        >
          {t(submitting ? 'prescription.submitting' : 'prescription.submit')}
        </Button>
      </div>
      <SubmitPrescription {...{ prescription, patient, draft }} open={asking} onClose={close} onSubmit={confirm} />
    </>
  );
}

const noHits: readonly never[] = [];
