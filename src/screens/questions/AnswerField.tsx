import { useSelector } from '@xstate/react';
import { isBlank } from '../../../clinical/words/writtenReason.ts';
import { useTranslation } from '../../locales/i18n.ts';
import {
  entryMessage,
  entryText,
  isConfirming,
  isEntryBusy,
  isEntryClosed,
  isEntryWritable,
  signedBlankOf,
} from '../../machines/selectors/threadEntry.ts';
import type { ThreadEntry } from '../../machines/threadEntry.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { EntryField } from './EntryField.tsx';

type Props = {
  readonly entry: ThreadEntry;
  readonly label: string;
  /** The doctor may sign the reason for a finding instead of writing. */
  readonly confirmable: boolean;
};

/** The doctor's answer while it is written, sent, or no longer wanted. */
export function AnswerField({ entry, label, confirmable }: Props) {
  const { t } = useTranslation();
  const text = useSelector(entry, entryText);
  const message = useSelector(entry, entryMessage);
  const writable = useSelector(entry, isEntryWritable);
  const busy = useSelector(entry, isEntryBusy);
  const confirming = useSelector(entry, isConfirming);
  const closed = useSelector(entry, isEntryClosed);
  const blank = useSelector(entry, signedBlankOf);
  const send = (confirms: boolean) => entry.send({ type: 'sending.requested', confirms });
  if (closed)
    return (
      <Notice
        tone="warning"
        title={t('questions.closed.title')}
        actions={
          <Button size="sm" look="outline" tone="neutral" onClick={() => entry.send({ type: 'entry.dismissed' })}>
            {t('questions.closed.dismiss')}
          </Button>
        }
      >
        {message ? <p>{message}</p> : null}
        {!isBlank(text) ? (
          <p>
            <span>{`${t('questions.closed.kept')} `}</span>
            <q dir="auto" className="question-kept">
              {text}
            </q>
          </p>
        ) : null}
      </Notice>
    );
  return (
    <>
      <EntryField
        entry={entry}
        label={label}
        error={blank && t('questions.blank', { blank })}
        unconfirmedText={t('questions.unconfirmed')}
        onSend={() => send(false)}
      />
      <div className="question-buttons">
        <Button
          size="sm"
          look={confirmable ? 'outline' : 'solid'}
          tone={confirmable ? 'neutral' : 'brand'}
          busy={busy && !confirming}
          disabled={(!writable && !busy) || isBlank(text)}
          onClick={() => send(false)}
        >
          {t(confirmable ? 'questions.answerOnly' : 'questions.answer')}
        </Button>
        {confirmable ? (
          <Button size="sm" busy={confirming} disabled={!writable && !busy} onClick={() => send(true)}>
            {t('questions.confirm')}
          </Button>
        ) : null}
      </div>
    </>
  );
}
