import { Copy, Undo2 } from 'lucide-react';
import type { ChatMessage } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { bodyText } from './bodyText.ts';
import type { RowActions } from './rowActions.ts';

type Props = { readonly message: ChatMessage; readonly actions: RowActions };

/** What can be done with the message that is pointed at or has the focus. */
export function MessageTools({ message, actions }: Props) {
  const { t } = useTranslation();
  const { id, body } = message;
  return (
    <div className="chat-tools">
      <Toolbar label={t('chat.messageTools')}>
        {body.kind === 'text' ? (
          <button
            type="button"
            aria-label={t('chat.copy')}
            data-tooltip={t('chat.copy')}
            onClick={() => actions.copy(bodyText(body))}
          >
            <Copy aria-hidden="true" />
          </button>
        ) : null}
        {id !== null && actions.isRecallable(message) ? (
          <button
            type="button"
            aria-label={t('chat.recall')}
            data-tooltip={t('chat.recall')}
            onClick={() => actions.recall(id)}
          >
            <Undo2 aria-hidden="true" />
          </button>
        ) : null}
      </Toolbar>
    </div>
  );
}
