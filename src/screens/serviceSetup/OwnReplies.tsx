import { useState } from 'react';
import type { QuickReply } from '../../../contract/http/consult.ts';
import type { QuickReplyId } from '../../../contract/ids.ts';
import { isFoundIn } from '../../domain/pinyin.ts';
import { inGroups, putInPlaceOf, stepped } from '../../domain/replyGroups.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { CountBadge } from '../../ui/Badge.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Input } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { RemovedRow, useRemovals } from './RemovedRow.tsx';
import { ReplyFile } from './ReplyFile.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { type ReplyChanges, ReplyGroups, ReplyRow } from './ReplyRow.tsx';
import { useArrangement, useKeptFocus } from './useArrangement.ts';

/** Shorter lists need no search. */
const searchedFrom = 8;

/** Names of the groups of replies. */
export const groupsOf = (replies: readonly QuickReply[]): readonly string[] =>
  inGroups(replies)
    .map(({ name }) => name)
    .filter(Boolean);

type EditProps = {
  readonly reply: QuickReply;
  readonly groups: readonly string[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
};

/** The dialog in which one of the replies is changed. */
function EditReply({ reply, groups, onClose, onSaved }: EditProps) {
  const { api, toasts } = useApp();
  const { t } = useTranslation();
  return (
    <Dialog
      open
      title={t('settings.replies.change')}
      closeLabel={t('common.actions.close')}
      maskCloses={false}
      onClose={onClose}
    >
      <ReplyForm
        label={t('settings.replies.change')}
        submitLabel={t('common.actions.save')}
        edited={reply}
        groups={groups}
        save={(written) => api.updateQuickReply({ id: reply.id, ...written }, { quiet: true })}
        onSaved={() => {
          onSaved();
          toasts.show({ tone: 'success', text: t('settings.replies.changed') });
        }}
      />
    </Dialog>
  );
}

type OwnProps = {
  readonly replies: readonly QuickReply[];
  readonly reload: () => void;
  readonly onUse: (reply: QuickReply) => void;
};

/** The doctor's own replies: searched, moved, changed, deleted, exported and imported. */
export function OwnReplies({ replies, reload, onUse }: OwnProps) {
  const { api } = useApp();
  const { t } = useTranslation();
  const [searched, setSearched] = useState('');
  const [edited, setEdited] = useState<QuickReply | null>(null);
  const { shown, arrange, refusal, forget } = useArrangement(replies, reload);
  const { list, willStep } = useKeptFocus(shown);
  const removing = useRemovals<QuickReplyId>((id) => api.deleteQuickReply({ id }, { quiet: true }), reload);
  const found = shown.filter(({ title, content, group }) => isFoundIn(searched, [title, content, group]));
  const isWhole = found.length === shown.length;
  const changes: ReplyChanges = {
    onEdit: setEdited,
    onRemove: ({ id }) => removing.remove(id),
    move: isWhole
      ? {
          step: (reply, by) => {
            willStep(reply, by);
            arrange(stepped(shown, reply.id, by), reply.id);
          },
          drop: (dragged, { id }) => arrange(putInPlaceOf(shown, dragged, id), dragged),
          isFirst: ({ id }) => shown[0]?.id === id,
          isLast: ({ id }) => shown.at(-1)?.id === id,
        }
      : null,
  };
  const row = (reply: QuickReply) => {
    const removal = removing.of(reply.id);
    return removal ? (
      <RemovedRow
        key={reply.id}
        text={t('settings.replies.deleted', { name: reply.title || reply.content })}
        removal={removal}
        onUndo={() => removing.undo(reply.id)}
      />
    ) : (
      <ReplyRow key={reply.id} reply={reply} onUse={onUse} changes={changes} />
    );
  };
  return (
    <section ref={list} className="card" aria-label={t('settings.replies.mine')}>
      <header>
        <h2>{t('settings.replies.mine')}</h2>
        <CountBadge count={replies.length} tone="neutral" />
        <ReplyFile replies={shown} onImported={reload} />
      </header>
      {refusal ? (
        <p className="form-refusal" role="alert">
          {t('settings.replies.notMoved', { reason: refusal })}
        </p>
      ) : null}
      {replies.length >= searchedFrom ? (
        <Input
          type="search"
          aria-label={t('settings.replies.search')}
          placeholder={t('settings.replies.search')}
          value={searched}
          onChange={(event) => setSearched(event.target.value)}
        />
      ) : null}
      {replies.length === 0 ? <p className="card-note">{t('settings.replies.none')}</p> : null}
      {replies.length > 0 && found.length === 0 ? (
        <p className="card-note">{t('settings.replies.nothingFound')}</p>
      ) : null}
      <ReplyGroups replies={found} row={row} />
      {edited ? (
        <EditReply
          reply={edited}
          groups={groupsOf(replies)}
          onClose={() => setEdited(null)}
          onSaved={() => {
            forget();
            setEdited(null);
            reload();
          }}
        />
      ) : null}
    </section>
  );
}
