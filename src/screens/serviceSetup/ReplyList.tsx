import { CopyPlus, Trash2 } from 'lucide-react';
import type { QuickReply } from '../../../contract/http/consult.ts';
import type { QuickReplyId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { CountBadge } from '../../ui/CountBadge.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useApp } from '../app.ts';
import { RemovedRow } from './RemovedRow.tsx';
import { useRemovals } from './useRemovals.ts';

type Props = {
  readonly title: string;
  readonly replies: readonly QuickReply[];
  readonly none: string;
  /** Null where they are not the doctor's to delete. */
  readonly onRemoved: (() => void) | null;
  readonly onUse: (reply: QuickReply) => void;
};

/** Replies with what can be done with each. */
export function ReplyList({ title, replies, none, onRemoved, onUse }: Props) {
  const { api } = useApp();
  const { t } = useTranslation();
  const removing = useRemovals<QuickReplyId>(
    (id) => api.deleteQuickReply({ id }, { quiet: true }),
    () => onRemoved?.(),
  );
  return (
    <section className="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <CountBadge count={replies.length} tone="neutral" />
      </header>
      {replies.length === 0 ? <p className="card-note">{none}</p> : null}
      <ul className="setup-rows">
        {replies.map((reply) => {
          const { id, title: name, content } = reply;
          const called = name || content;
          const removal = removing.of(id);
          if (removal)
            return (
              <RemovedRow
                key={id}
                text={t('settings.replies.deleted', { name: called })}
                removal={removal}
                onUndo={() => removing.undo(id)}
              />
            );
          return (
            <li key={id}>
              <div>
                {name ? <strong>{name}</strong> : null}
                <p>{content}</p>
              </div>
              <IconButton
                size="sm"
                label={t('settings.replies.use', { name: called })}
                onClick={() => onUse({ ...reply })}
              >
                <CopyPlus />
              </IconButton>
              {onRemoved ? (
                <IconButton
                  size="sm"
                  label={t('settings.replies.delete', { name: called })}
                  onClick={() => removing.remove(id)}
                >
                  <Trash2 />
                </IconButton>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
