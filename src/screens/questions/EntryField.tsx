import { useSelector } from '@xstate/react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { entryMessage, entryText, isEntryUnconfirmed, isEntryWritable } from '../../machines/selectors/threadEntry.ts';
import type { ThreadEntry } from '../../machines/threadEntry.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextAreaField } from '../../ui/TextField.tsx';

type Props = {
  readonly entry: ThreadEntry;
  readonly label: string;
  readonly hint?: string;
  /** What keeps the text from being sent as it is. */
  readonly error?: string | null;
  /** Shown while the platform has not confirmed the entry. */
  readonly unconfirmedText: string;
  /** Ctrl+Enter or Cmd+Enter. */
  readonly onSend: () => void;
};

const textLength = 500;

/** The text of a question or an answer while it is written and sent. */
export function EntryField({ entry, label, hint, error = null, unconfirmedText, onSend }: Props) {
  const { t } = useTranslation();
  const text = useSelector(entry, entryText);
  const message = useSelector(entry, entryMessage);
  const writable = useSelector(entry, isEntryWritable);
  const unconfirmed = useSelector(entry, isEntryUnconfirmed);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    onSend();
  };
  return (
    <>
      <TextAreaField
        label={label}
        hint={hint}
        value={text}
        maxLength={textLength}
        readOnly={!writable}
        error={error ?? message}
        aria-keyshortcuts="Control+Enter"
        onKeyDown={onKeyDown}
        onChange={(event) => entry.send({ type: 'text.typed', text: event.target.value })}
      />
      {unconfirmed ? (
        <Notice
          tone="warning"
          urgent
          title={unconfirmedText}
          actions={
            <Button size="sm" look="outline" tone="neutral" onClick={() => entry.send({ type: 'retry.requested' })}>
              {t('common.actions.retry')}
            </Button>
          }
        />
      ) : null}
    </>
  );
}
