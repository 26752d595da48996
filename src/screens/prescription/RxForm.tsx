import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { blankIn } from '../../../clinical/words/blanks.ts';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import { textLengths } from '../../../contract/limits.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { obstaclesIn, type RxDraft } from '../../domain/rxDraft.ts';
import { isLongSupply, isToFillIn, withOverDaysReason } from '../../domain/rxLines.ts';
import { contentOf, contentOfDraft } from '../../domain/rxVersions.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import type { RecordActor } from '../../machines/record.ts';
import {
  hitsOf,
  isBusy,
  isPreparingSubmission,
  isSavingDraft,
  isSubmitting,
  isUnconfirmed,
  messageOf,
  orderIdOf,
  rejectedOf,
  wasSubmissionStopped,
} from '../../machines/selectors/prescription.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Checkbox, TextAreaField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { useShortcutInside } from '../keyboard/registry.ts';
import { RxTemplatesMenu } from '../templates/TemplatesMenu.tsx';
import { CheckStrip } from './FindingList.tsx';
import { AnsweredDraft, asksForReason } from './FindingReason.tsx';
import { RxHead } from './RxHead.tsx';
import { RxLineList } from './RxLineList.tsx';
import { RxState } from './RxState.tsx';
import { SafetyChecks } from './SafetyChecks.tsx';
import { SubmitPrescription, showFinding, useSubmission } from './SubmitPrescription.tsx';
import { UnprintedDraft } from './UnprintedDraft.tsx';
import { OtherVersions } from './UnsentRx.tsx';
import { useDraft } from './useDraft.ts';
import { VersionChanges } from './VersionChanges.tsx';
import './versions.css';

/** Why the prescription was rejected or not sent, or that the result of sending is unknown. */
function RxNotices({ prescription, draft }: Pick<Props, 'prescription'> & { readonly draft: RxDraft }) {
  const { t } = useTranslation();
  const unconfirmed = useSelector(prescription, isUnconfirmed);
  const message = useSelector(prescription, messageOf);
  const rejected = useSelector(prescription, rejectedOf);
  if (unconfirmed)
    return (
      <Notice
        tone="warning"
        urgent
        title={t('prescription.unconfirmed')}
        actions={
          <Button
            size="sm"
            look="outline"
            tone="neutral"
            onClick={() => prescription.send({ type: 'retry.requested' })}
          >
            {t('prescription.askNow')}
          </Button>
        }
      />
    );
  return (
    <>
      {rejected ? (
        <>
          <RxState rx={rejected} />
          <details className="versions">
            <summary>{t('prescription.versions.sinceRejection')}</summary>
            <VersionChanges before={contentOf(rejected)} after={contentOfDraft(draft)} />
          </details>
        </>
      ) : null}
      {message === null ? null : <Notice tone="danger" urgent title={t('prescription.problem', { reason: message })} />}
    </>
  );
}

/** Shows a toast once the draft is saved on the platform; a refusal is shown in the form. */
function useDraftSaved(prescription: PrescriptionActor): void {
  const { t } = useTranslation();
  const { toasts } = useApp();
  useEffect(() => {
    const saved = prescription.on('draft.saved', () =>
      toasts.show({ tone: 'success', text: t('prescription.draftSaved') }),
    );
    return () => saved.unsubscribe();
  }, [prescription, toasts, t]);
}

type Props = {
  readonly prescription: PrescriptionActor;
  readonly record: RecordActor | null;
  readonly patient: PatientBrief;
};

/**
 * Whether the form asks for a guardian: the platform's check demands one, by the hospital's own age limit. The question
 * stays when its answer is taken back, until the next check.
 */
function useGuardianQuestion({ guardianConfirmed }: RxDraft, hits: readonly RuleHit[]): boolean {
  const isDue = guardianConfirmed || hits.some(({ ruleCode }) => ruleCode === 'guardianMissing');
  const [wasDue, setWasDue] = useState(isDue);
  if (isDue && !wasDue) setWasDue(true);
  return isDue || wasDue;
}

/** The form of a prescription; a failed submission loses no input. */
export function RxForm({ prescription, record, patient }: Props) {
  const { t } = useTranslation();
  const { draft, diagnoses, warehouses, change, storeDefaults } = useDraft(prescription, record);
  const found = useSelector(prescription, hitsOf);
  const hits = obstaclesIn(draft, found).judged;
  const orderId = useSelector(prescription, orderIdOf);
  const busy = useSelector(prescription, isBusy);
  const submitting = useSelector(prescription, isSubmitting);
  const saving = useSelector(prescription, isSavingDraft);
  const form = useRef<HTMLDivElement>(null);
  const tried = useSelector(prescription, wasSubmissionStopped);
  const preparing = useSelector(prescription, isPreparingSubmission);
  const submit = useSubmission(prescription, { storeDefaults, form });
  useDraftSaved(prescription);
  const asksForGuardian = useGuardianQuestion(draft, hits);
  const blankError = (text: string) => {
    const blank = tried ? blankIn(text) : null;
    return blank ? t('prescription.blank', { blank: blank.text }) : null;
  };
  const toFillIn = tried ? noHits : hits.filter((hit) => isToFillIn(draft, hit));
  const due = hits.filter((hit) => !toFillIn.includes(hit));

  const save = () => {
    storeDefaults();
    prescription.send({ type: 'save.requested' });
  };
  useShortcutInside('submitPrescription', form, submit);
  return (
    <>
      <div className="rx-body" ref={form}>
        <RxNotices prescription={prescription} draft={draft} />
        <OtherVersions {...{ prescription, draft, change }} />
        <fieldset className="rx-form" disabled={busy}>
          <RxTemplatesMenu {...{ prescription, record, patient, draft, change }} />
          <RxHead
            prescription={prescription}
            draft={draft}
            diagnoses={diagnoses}
            warehouses={warehouses}
            change={change}
            tried={tried}
          />
          <AnsweredDraft value={{ orderId, draft, hits, change, tried }}>
            <RxLineList {...{ prescription, draft, change, tried, toFillIn }} hits={due} />
            <SafetyChecks prescription={prescription} draft={draft} hits={due} toFillIn={toFillIn} />
          </AnsweredDraft>
          <div className="ui-stack">
            {asksForGuardian ? (
              <Checkbox
                label={
                  <>
                    <span>{t('prescription.guardian')}</span> <small>{t('prescription.guardianHint')}</small>
                  </>
                }
                checked={draft.guardianConfirmed}
                aria-invalid={(tried && !draft.guardianConfirmed) || undefined}
                onChange={(event) => change((now) => ({ ...now, guardianConfirmed: event.target.checked }))}
              />
            ) : null}
            {draft.overDaysReason !== '' && !hits.some((hit) => isLongSupply(hit) && asksForReason(hit)) ? (
              <TextAreaField
                label={t('prescription.overDays')}
                hint={t('prescription.overDaysUnneeded')}
                value={draft.overDaysReason}
                error={blankError(draft.overDaysReason)}
                maxLength={textLengths.overDaysReason}
                onChange={(event) => change((now) => withOverDaysReason(now, hits, event.target.value))}
              />
            ) : null}
            <TextAreaField
              label={t('prescription.advice')}
              value={draft.advice}
              error={blankError(draft.advice)}
              maxLength={textLengths.advice}
              onChange={(event) => change((now) => ({ ...now, advice: event.target.value }))}
            />
          </div>
        </fieldset>
      </div>
      <div className="rx-foot">
        <CheckStrip prescription={prescription} draft={draft} hits={due} onShow={() => showFinding(form.current)} />
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
          busy={submitting || preparing}
          disabled={saving}
          aria-keyshortcuts="Control+Shift+Enter"
          onClick={submit}
        >
          {t(submitting ? 'prescription.submitting' : 'prescription.submit')}
        </Button>
      </div>
      <SubmitPrescription prescription={prescription} patient={patient} draft={draft} />
      <UnprintedDraft place={form} patient={patient} />
    </>
  );
}

const noHits: readonly RuleHit[] = [];
