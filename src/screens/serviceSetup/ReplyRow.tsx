import { ArrowDown, ArrowUp, CopyPlus, GripVertical, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { QuickReply } from '../../../contract/http/consult.ts';
import { inGroups } from '../../domain/replyGroups.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { IconButton } from '../../ui/Button.tsx';
import { dragHandle, useDropTarget } from '../../ui/dragDrop.ts';

/** How a doctor changes and moves a reply. */
export type ReplyChanges = {
  readonly onEdit: (reply: QuickReply) => void;
  readonly onRemove: (reply: QuickReply) => void;
  /** Null while only a part of the replies is shown. */
  readonly move: {
    readonly step: (reply: QuickReply, by: -1 | 1) => void;
    /** Puts the dragged reply in the place of this one. */
    readonly drop: (dragged: string, target: QuickReply) => void;
    readonly isFirst: (reply: QuickReply) => boolean;
    readonly isLast: (reply: QuickReply) => boolean;
  } | null;
};

type Props = {
  readonly reply: QuickReply;
  readonly onUse: (reply: QuickReply) => void;
  /** Null if the doctor may not change the reply. */
  readonly changes: ReplyChanges | null;
};

/** One quick reply with its actions; it moves by its grip, or by the buttons up and down. */
export function ReplyRow({ reply, onUse, changes }: Props) {
  const { t } = useTranslation();
  const { id, title, content } = reply;
  const name = title || content;
  const move = changes?.move ?? null;
  const target = useDropTarget('reply', (dragged) => move?.drop(dragged, reply));
  return (
    <li {...(move ? target : {})} data-reply={id}>
      {move ? (
        <span className="setup-grip" aria-hidden="true" {...dragHandle('reply', id, 'li', 12)}>
          <GripVertical />
        </span>
      ) : null}
      <div>
        {title ? <strong>{title}</strong> : null}
        <p dir="auto">{content}</p>
      </div>
      <span className="setup-actions">
        {move ? (
          <>
            <IconButton
              size="sm"
              label={t('settings.replies.up', { name })}
              data-step="-1"
              aria-disabled={move.isFirst(reply)}
              onClick={() => move.step(reply, -1)}
            >
              <ArrowUp />
            </IconButton>
            <IconButton
              size="sm"
              label={t('settings.replies.down', { name })}
              data-step="1"
              aria-disabled={move.isLast(reply)}
              onClick={() => move.step(reply, 1)}
            >
              <ArrowDown />
            </IconButton>
          </>
        ) : null}
        <IconButton size="sm" label={t('settings.replies.use', { name })} onClick={() => onUse({ ...reply })}>
          <CopyPlus />
        </IconButton>
        {changes ? (
          <>
            <IconButton size="sm" label={t('settings.replies.edit', { name })} onClick={() => changes.onEdit(reply)}>
              <Pencil />
            </IconButton>
            <IconButton
              size="sm"
              label={t('settings.replies.delete', { name })}
              onClick={() => changes.onRemove(reply)}
            >
              <Trash2 />
            </IconButton>
          </>
        ) : null}
      </span>
    </li>
  );
}

type GroupsProps = {
  readonly replies: readonly QuickReply[];
  readonly row: (reply: QuickReply) => ReactNode;
};

/** Replies below the names of their groups. */
export function ReplyGroups({ replies, row }: GroupsProps) {
  return inGroups(replies).map(({ name, replies: own }) => (
    <section key={name} aria-label={name || undefined}>
      {name ? <h3>{name}</h3> : null}
      <ul className="setup-rows">{own.map(row)}</ul>
    </section>
  ));
}
