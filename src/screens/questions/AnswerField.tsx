import { useSelector } from '@xstate/react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import type { ThreadEntry } from '../../machines/threadEntry.ts';
import { Button } from '../../ui/Button.tsx';
import { isImeKey } from '../../ui/ime.ts';
import { Notice } from '../../ui/Notice.tsx';
import { TextAreaField } from '../../ui/TextField.tsx';

type Props = {
  readonly entry: ThreadEntry;
  readonly label: string;
  /** The doctor may sign the reason for a finding instead of writing. */
  readonly confirmable: boolean;
};

const textLength = 500;

/** The doctor's answer while it is written, sent, or no longer wanted. */
export function AnswerField({ entry, label, confirmable }: Props) {
  const { t } = useTranslation();
  const { text, message } = useSelector(entry, (s) => s.context);
  const writable = useSelector(entry, (s) => s.hasTag('writable'));
  const busy = useSelector(entry, (s) => s.hasTag('busy'));
  const confirming = useSelector(entry, (s) => s.hasTag('busy') && s.context.confirms);
  const unconfirmed = useSelector(entry, (s) => s.matches('unconfirmed'));
  const closed = useSelector(entry, (s) => s.matches('closed'));
  const send = (confirms: boolean) => entry.send({ type: 'sending.requested', confirms });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isImeKey(event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
    send(false);
  };
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
        {text.trim() ? (
          <p>
            {t('questions.closed.kept')} <q className="question-kept">{text}</q>
          </p>
        ) : null}
      </Notice>
    );
  return (
    <>
      <TextAreaField
        label={label}
        value={text}
        maxLength={textLength}
        readOnly={!writable}
        error={message}
        aria-keyshortcuts="Control+Enter"
        onKeyDown={onKeyDown}
        onChange={(event) => entry.send({ type: 'text.typed', text: event.target.value })}
      />
      {unconfirmed ? (
        <Notice
          tone="warning"
          urgent
          title={t('questions.unconfirmed')}
          actions={
            <Button size="sm" look="outline" tone="neutral" onClick={() => entry.send({ type: 'retry.requested' })}>
              {t('common.actions.retry')}
            </Button>
          }
        />
      ) : null}
      <div className="question-buttons">
        <Button
          size="sm"
          look={confirmable ? 'outline' : 'solid'}
          tone={confirmable ? 'neutral' : 'brand'}
          busy={busy && !confirming}
          disabled={(!writable && !busy) || text.trim() === ''}
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
