import { useSelector } from '@xstate/react';
import { isBlocking, obstaclesOf } from '../../../clinical/checks/obstacles.ts';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import type { Rx } from '../../../contract/http/prescription.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { draftFrom, emptyDraft } from '../../domain/rxDraft.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import {
  canCancel,
  canStartAnew,
  hitsOf,
  isCancelling,
  isPendingReview,
  latestOf,
  messageOf,
} from '../../machines/selectors/prescription.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useWork } from '../app/app.ts';
import { useKept } from '../forms/useKept.ts';
import { useLanguageChange } from '../hooks/useLocale.ts';
import { usePatientColour } from '../patientFacts/patients.ts';
import { CancelPrescription, useCancellationReason } from './CancelPrescription.tsx';
import { findingParagraph } from './FindingMark.tsx';
import { OpenRx, PrintRx } from './OpenRx.tsx';
import { RxState, RxTrail } from './RxState.tsx';
import { LineMark, RxVersions } from './RxVersions.tsx';
import { useOpenedRejection } from './rejections.ts';
import { UnsentBeside } from './UnsentRx.tsx';
import { useClinicalWords } from './useClinicalWords.ts';
import './paper.css';
import { sourceText } from './sourceText.ts';

type Props = { readonly prescription: PrescriptionActor; readonly patient: PatientBrief };

/** Cancels the prescription while its status allows that. */
function CancelRx({ prescription, rx, patient }: Props & { readonly rx: Rx }) {
  const { t } = useTranslation();
  const possible = useSelector(prescription, canCancel);
  const cancelling = useSelector(prescription, isCancelling);
  const colour = usePatientColour(rx.orderId);
  useCancellationReason(rx);
  const [asked, setAsked] = useKept('cancel', false);
  const cancel = (reason: string) => {
    setAsked(false);
    prescription.send({ type: 'cancel.requested', reason });
  };
  if (!possible && !cancelling) return null;
  return (
    <>
      <Button look="outline" tone="danger" busy={cancelling} onClick={() => setAsked(true)}>
        {t('prescription.cancel')}
      </Button>
      {asked ? (
        <CancelPrescription
          rx={rx}
          patient={patient}
          colour={colour}
          onCancel={cancel}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </>
  );
}

/**
 * What the checks find in the prescription under review by now and did not find at its submission. A platform that does not
 * say so is asked when facts change.
 */
function NewFindings({ prescription, rx }: Pick<Props, 'prescription'> & { readonly rx: Rx }) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  const isPending = useSelector(prescription, isPendingReview);
  const hits = useSelector(prescription, hitsOf);
  const { judged, blocking, unanswered } = obstaclesOf(hits, rx.overrides ?? []);
  const found = rx.newFindings ?? judged.filter((hit) => blocking.includes(hit) || unanswered.includes(hit));
  if (!isPending || found.length === 0) return null;
  const refuses = found.some((hit) => isBlocking(hit) || hit.needReason);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is read before anything is done about the prescription.
    <section aria-label={t('prescription.recheck.title')} tabIndex={0}>
      <Notice tone={refuses ? 'danger' : 'warning'} urgent title={t('prescription.recheck.title')}>
        <p>{t(refuses ? 'prescription.recheck.text' : 'prescription.recheck.warns')}</p>
        <ul>
          {found.map((hit) => (
            <li key={`${hit.ruleCode} ${hit.lineIndex ?? ''} ${JSON.stringify(hit.params ?? {})}`}>
              <span>{findingParagraph(hit, words, t)}</span>
              {hit.source ? (
                <small>{` ${t('prescription.checks.source', { source: sourceText(hit.source, t) })}`}</small>
              ) : null}
            </li>
          ))}
        </ul>
      </Notice>
    </section>
  );
}

/** An issued prescription: status, content and actions. */
export function IssuedRx({ prescription, patient }: Props) {
  const { t } = useTranslation();
  const { newRequestId } = useWork();
  const rx = useSelector(prescription, latestOf);
  const message = useSelector(prescription, messageOf);
  const startable = useSelector(prescription, canStartAnew);
  useOpenedRejection(rx);
  useLanguageChange(() => prescription.send({ type: 'language.changed' }));
  if (!rx) return null;
  const start = (draft: ReturnType<typeof emptyDraft>) => prescription.send({ type: 'prescription.started', draft });
  const rejected = rx.status === PrescriptionStatus.rejected;
  return (
    <>
      <div className="rx-body">
        {message === null ? null : (
          <Notice tone="warning" urgent title={t('prescription.changed', { reason: message })} />
        )}
        <NewFindings prescription={prescription} rx={rx} />
        <RxState rx={rx} />
        <UnsentBeside prescription={prescription} rx={rx} />
        <OpenRx rx={rx} beside={(index) => (rx.markedLines?.includes(index) ? <LineMark /> : null)} />
        <RxVersions rx={rx} />
        <details className="rx-history" open={rejected || undefined}>
          <summary>{t('prescription.history')}</summary>
          <RxTrail rx={rx} />
        </details>
      </div>
      <div className="rx-foot">
        <CancelRx prescription={prescription} rx={rx} patient={patient} />
        <PrintRx rx={rx} />
        {startable ? (
          <>
            <Button
              look="outline"
              tone="neutral"
              onClick={() =>
                rejected ? start(emptyDraft(newRequestId())) : start(draftFrom(rx, newRequestId(), null))
              }
            >
              {t(rejected ? 'prescription.startNew' : 'prescription.repeat')}
            </Button>
            <Button
              onClick={() =>
                rejected
                  ? start(draftFrom(rx, newRequestId(), { id: rx.id, version: rx.version }))
                  : start(emptyDraft(newRequestId()))
              }
            >
              {t(rejected ? 'prescription.resubmit' : 'prescription.startNew')}
            </Button>
          </>
        ) : null}
      </div>
    </>
  );
}
