import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { isReasonFor } from '../../../clinical/checks/reasons.ts';
import { isBlank } from '../../../clinical/words/writtenReason.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Review } from '../../machines/review.ts';
import { isDecidable, materialOf } from '../../machines/selectors/review.ts';
import { entryText, isEntryBusy } from '../../machines/selectors/threadEntry.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import type { Asking } from '../app/reviewerServices.ts';
import { useLive } from '../hooks/useLive.ts';
import { AskedFinding } from './AskedFinding.tsx';
import { EntryField } from './EntryField.tsx';

type Props = { readonly asking: Asking; readonly review: Review };

/** The finding that the doctor is asked to confirm, until the reviewer drops it. */
function Chosen({ asking, review }: Props) {
  const { t } = useTranslation();
  const chosen = useLive(asking.finding$);
  const found = useSelector(review, materialOf);
  if (!chosen || !found) return null;
  const hit = found.ruleHits.find((one) => isReasonFor(chosen, one));
  const given = hit && found.rx.overrides?.find((one) => isReasonFor(one, hit));
  if (!hit || !given) return null;
  return (
    <div className="ask-chosen">
      <AskedFinding finding={{ ...hit, reason: given.reason, change: given.change }} by="doctor" />
      <IconButton label={t('questions.ask.drop')} size="sm" onClick={() => asking.choose(null)}>
        <X />
      </IconButton>
    </div>
  );
}

/** Where a reviewer who holds a prescription asks its doctor. */
export function AskField({ asking, review }: Props) {
  const { t } = useTranslation();
  const { entry } = asking;
  const text = useSelector(entry, entryText);
  const busy = useSelector(entry, isEntryBusy);
  const canAsk = useSelector(review, isDecidable);
  const confirms = useLive(asking.finding$) !== null;
  const send = () => {
    if (canAsk) entry.send({ type: 'sending.requested', confirms });
  };
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The field of the question before had the focus when it was sent.
    if (document.activeElement === document.body) field.current?.querySelector('textarea')?.focus();
  }, []);
  return (
    <div ref={field} className="ask">
      <Chosen asking={asking} review={review} />
      <EntryField
        entry={entry}
        label={t('questions.ask.label')}
        hint={t('questions.ask.hint')}
        unconfirmedText={t('questions.ask.unconfirmed')}
        onSend={send}
      />
      <div className="question-buttons">
        <Button
          size="sm"
          look="outline"
          tone="neutral"
          busy={busy}
          disabled={!busy && (!canAsk || (isBlank(text) && !confirms))}
          onClick={send}
        >
          {t(confirms ? 'questions.ask.confirm' : 'questions.ask.send')}
        </Button>
      </div>
    </div>
  );
}
