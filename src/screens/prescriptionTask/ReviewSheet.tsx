import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { AuditItem } from '../../../contract/extension/audit.ts';
import type { Rx } from '../../../contract/http/prescription.ts';
import { isolated } from '../../domain/direction.ts';
import type { RejectReason } from '../../domain/review.ts';
import { rejectReasons, evidentIn as verificationsOf } from '../../domain/reviewQueue.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Review } from '../../machines/review.ts';
import {
  incompleteDecision,
  isDeciding,
  isDecisionBegun,
  isLeaseLost,
  leasedUntil,
  markedLinesOf,
  materialOf,
  offeredOf,
  reasonsOf,
  stateOf,
} from '../../machines/selectors/review.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { timeText } from '../../ui/format.ts';
import { ErrorText, Notice } from '../../ui/Notice.tsx';
import { PersonTag } from '../../ui/PersonTag.tsx';
import { Checkbox } from '../../ui/TextField.tsx';
import { keepUnits } from '../../ui/unitText.ts';
import { dotted, joined } from '../app/joined.ts';
import { useLanguageChange, useLocale } from '../hooks/useLocale.ts';
import { letterOf } from '../keyboard/keyMap.ts';
import { keyed } from '../lists/keyed.ts';
import { usePatientWords } from '../patientFacts/patients.ts';
import { QuestionThread } from '../questions/QuestionThread.tsx';
import { useIsAsked } from '../questions/ThreadContext.tsx';
import { Decision, useDecide } from './Decision.tsx';
import { FourChecks } from './FourChecks.tsx';
import { ReviewContents } from './ReviewContents.tsx';
import { PatientContext } from './ReviewFacts.tsx';
import { ReviewNotices } from './ReviewNotices.tsx';
import { UndoBar } from './UndoBar.tsx';

/** The lines that a rejection is about; the doctor sees them marked. */
function MarkedLines({ review, rx }: { readonly review: Review; readonly rx: Rx }) {
  const { t } = useTranslation();
  const marked = useSelector(review, markedLinesOf);
  const mark = (index: number, on: boolean) =>
    review.send({
      type: 'lines.marked',
      markedLines: rx.lines.flatMap((_, at) => ((at === index ? on : marked.includes(at)) ? [at] : [])),
    });
  return (
    <fieldset className="review-reasons" data-wide="">
      <legend>{t('reviewing.markedLines')}</legend>
      {keyed(rx.lines, ({ drugId }) => drugId).map(({ key, row: { drugName, specification } }, index) => (
        <Checkbox
          key={key}
          label={keepUnits(`${index + 1}. ${isolated(drugName)} ${specification}`)}
          checked={marked.includes(index)}
          onChange={(event) => mark(index, event.target.checked)}
        />
      ))}
    </fieldset>
  );
}

/** Coded reasons for a rejection, so that the hospital can count them. */
function RejectReasons({ review }: { readonly review: Review }) {
  const { t } = useTranslation();
  const chosen = useSelector(review, reasonsOf);
  const incomplete = useSelector(review, incompleteDecision);
  const lacks = incomplete === 'reject' && chosen.length === 0;
  const choose = (reason: RejectReason, on: boolean) =>
    review.send({
      type: 'reasons.chosen',
      reasonCodes: rejectReasons.filter((one) => (one === reason ? on : chosen.includes(one))),
    });
  return (
    <fieldset className="review-reasons" aria-describedby={lacks ? 'review-reason-error' : undefined}>
      <legend>{t('reviewing.reasons')}</legend>
      {rejectReasons.map((reason) => (
        <Checkbox
          key={reason}
          label={t(`prescription.reasons.${reason}`)}
          checked={chosen.includes(reason)}
          aria-invalid={lacks || undefined}
          onChange={(event) => choose(reason, event.target.checked)}
        />
      ))}
      {lacks ? <ErrorText id="review-reason-error">{t('reviewing.reasonMissing')}</ErrorText> : null}
    </fieldset>
  );
}

type Props = {
  readonly review: Review;
  /** The row in the queue from which it was opened, while there is one. */
  readonly item: AuditItem | null;
};

const isWritten = (target: EventTarget) =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select');

/** A prescription in review: everything needed for the decision, and the decision. */
export function ReviewSheet({ review, item }: Props) {
  const { t } = useTranslation();
  const words = usePatientWords();
  const { pathname } = useLocation();
  const sheet = useRef<HTMLElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const found = useSelector(review, materialOf);
  const written = useSelector(review, isDecisionBegun);
  const deciding = useSelector(review, isDeciding);
  const decide = useDecide(review, sheet);
  useEffect(() => head.current?.focus(), []);
  useLanguageChange(() => review.send({ type: 'language.changed' }));
  const state = useSelector(review, stateOf);
  // A focused button that is removed or disabled loses the focus, and with it the shortcuts of this sheet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of state may remove the focused element.
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) head.current?.focus();
  }, [state]);
  const [opened] = useState(item);
  const rx = found?.rx ?? item ?? opened;
  const confirm = () => {
    if (found) decide.confirm(verificationsOf(found));
  };
  /** Questions and their answers come before the checks; without any, the field to ask comes after them. */
  const isAsked = useIsAsked();
  const isFound = found !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once, when the prescription is there.
  useEffect(() => {
    if (isFound && document.activeElement === head.current) decide.begin();
  }, [isFound]);
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // The first Escape leaves a field, so that a written comment does not keep the hands from the shortcuts.
    const leaves = isWritten(event.target) && event.key === 'Escape';
    if (isWritten(event.target) && !leaves) return;
    const letter = letterOf(event);
    if (leaves) head.current?.focus({ preventScroll: true });
    else if (letter === 'a') decide.approve();
    else if (letter === 'c') confirm();
    else if (letter === 'r') decide.startReject();
    else if (letter === 'q') sheet.current?.querySelector<HTMLElement>('.ask textarea')?.focus();
    else if (event.key === 'Escape' && !deciding) review.send({ type: 'review.closed' });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section
      ref={sheet}
      className="review"
      aria-label={t('reviewing.pane.region', { number: rx?.prescriptionNo ?? '' })}
      onKeyDown={press}
    >
      <header className="review-head">
        <h2 ref={head} tabIndex={-1} data-numeric="">
          {rx?.prescriptionNo ?? t('reviewing.pane.loading')}
        </h2>
        {rx ? <PersonTag name={rx.patient.name} detail={words.full(rx.patient)} colour={null} /> : null}
        <LeaseText review={review} />
        {rx && pathname !== '/prescriptionReview' ? (
          <Link className="page-link" to={`/prescriptionReview?id=${rx.id}`}>
            {t('reviewing.pane.ownPage')}
          </Link>
        ) : null}
        <IconButton
          label={t('reviewing.pane.close')}
          keys="Esc"
          disabled={deciding}
          onClick={() => review.send({ type: 'review.closed' })}
        >
          <X />
        </IconButton>
      </header>
      {found ? <PatientContext found={found} child={(item ?? opened)?.child ?? false} /> : null}
      <UndoBar />
      <OfferedText review={review} />
      <div className="review-body">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard. */}
        <section className="review-read" tabIndex={0} aria-label={t('reviewing.pane.contents')}>
          <ReviewNotices review={review} item={item} />
          {found ? <ReviewContents found={found} /> : null}
        </section>
        {found || written ? (
          <div className="review-decide">
            <div className="review-choices">
              {found && isAsked ? <QuestionThread review={review} /> : null}
              {found ? <FourChecks review={review} found={found} onConfirm={confirm} /> : null}
              <RejectReasons review={review} />
              {found ? <MarkedLines review={review} rx={found.rx} /> : null}
              {found && !isAsked ? <QuestionThread review={review} /> : null}
            </div>
            <Decision review={review} decide={decide} />
          </div>
        ) : null}
      </div>
    </section>
  );
}

/** What another reviewer had written about this prescription, to be taken over or left. */
function OfferedText({ review }: { readonly review: Review }) {
  const { t } = useTranslation();
  const offered = useSelector(review, offeredOf);
  const lines = useSelector(review, materialOf)?.rx.lines ?? [];
  const isWritten = useSelector(review, isDecisionBegun);
  if (!offered || isWritten) return null;
  const reasons = offered.reasonCodes.map((reason) => t(`prescription.reasons.${reason}`));
  const marked = offered.markedLines.flatMap((index) => {
    const line = lines[index];
    return line ? [`${index + 1}. ${isolated(keepUnits(line.drugName))}`] : [];
  });
  const names = marked.length > 0 ? t('reviewing.offered.lines', { names: joined('items', marked) }) : '';
  return (
    <Notice
      tone="info"
      title={t('reviewing.offered.title', { name: offered.author })}
      actions={
        <Button size="sm" look="outline" tone="neutral" onClick={() => review.send({ type: 'offer.accepted' })}>
          {t('reviewing.offered.use')}
        </Button>
      }
    >
      {dotted(...reasons, names, offered.comment)}
    </Notice>
  );
}

/** Until when the reviewer holds the lease, or that it is lost. */
function LeaseText({ review }: { readonly review: Review }) {
  const { t } = useTranslation();
  const where = useLocale();
  const until = useSelector(review, leasedUntil);
  const isLost = useSelector(review, isLeaseLost);
  return (
    <span className="review-lease" data-lost={isLost || undefined}>
      {isLost ? <span>{t('reviewing.pane.notHeld')}</span> : null}
      {until === null ? null : <span>{t('reviewing.pane.heldUntil', { time: timeText(until, where) })}</span>}
    </span>
  );
}
