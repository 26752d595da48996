import { useEffect, useRef, useState } from 'react';
import type { QuickReply } from '../../../contract/http/consult.ts';
import type { QuickReplyId } from '../../../contract/ids.ts';
import { isFoundIn } from '../../domain/pinyin.ts';
import { asShown, inGroups, putInPlaceOf, stepped } from '../../domain/replyGroups.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { CountBadge } from '../../ui/Badge.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Input } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { RemovedRow, useRemovals } from './RemovedRow.tsx';
import { ReplyFile } from './ReplyFile.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { type ReplyChanges, ReplyGroups, ReplyRow } from './ReplyRow.tsx';

/** Shorter lists need no search. */
const searchedFrom = 8;

/** Names of the groups of replies. */
export const groupsOf = (replies: readonly QuickReply[]): readonly string[] =>
  inGroups(replies)
    .map(({ name }) => name)
    .filter(Boolean);

/** The doctor's arrangement until the platform has it; a later one replaces an earlier one that was not sent yet. */
function useArrangement(replies: readonly QuickReply[], reload: () => void) {
  const { api, announcer } = useApp();
  const { t } = useTranslation();
  const [arranged, setArranged] = useState<readonly QuickReply[] | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const turn = useRef(0);
  const sending = useRef(Promise.resolve());
  const isSame =
    arranged?.length === replies.length && arranged.every(({ id }) => replies.some((one) => one.id === id));
  const shown = asShown(isSame ? arranged : replies);

  function arrange(next: readonly QuickReply[], moved: string) {
    if (next === shown) return;
    const own = ++turn.current;
    const order = asShown(next);
    setArranged(order);
    setRefusal(null);
    const at = order.findIndex(({ id }) => id === moved);
    const { title, content, group } = order[at] ?? {};
    const place = { name: title || content || '', at: at + 1, of: order.length, group: group ?? '' };
    announcer.say(t(group ? 'settings.replies.movedIn' : 'settings.replies.moved', place));
    sending.current = sending.current.then(async () => {
      if (own !== turn.current) return;
      const list = order.map(({ id, group: name }) => ({ id, ...(name ? { group: name } : {}) }));
      const answer = await api.arrangeQuickReplies({ list }, { quiet: true });
      if (!answer.ok && own === turn.current) {
        setArranged(null);
        setRefusal(answer.failure.message);
      }
      reload();
    });
  }
  return { shown, arrange, refusal, forget: () => setArranged(null) };
}

/** A reply that joins another group is drawn anew there: the button that moved it gets the focus back. */
function useKeptFocus(shown: readonly QuickReply[]) {
  const list = useRef<HTMLElement>(null);
  const stepping = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once the rows are drawn in their new order.
  useEffect(() => {
    if (stepping.current !== null && !list.current?.contains(document.activeElement))
      list.current?.querySelector<HTMLElement>(stepping.current)?.focus();
    stepping.current = null;
  }, [shown]);
  return {
    list,
    willStep: ({ id }: QuickReply, by: -1 | 1) => {
      stepping.current = `[data-reply="${id}"] [data-step="${by}"]`;
    },
  };
}

type OwnProps = {
  readonly replies: readonly QuickReply[];
  readonly reload: () => void;
  readonly onUse: (reply: QuickReply) => void;
};

/** The doctor's own replies: searched, moved, changed, deleted, exported and imported. */
export function OwnReplies({ replies, reload, onUse }: OwnProps) {
  const { api, toasts } = useApp();
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
        <Dialog
          open
          title={t('settings.replies.change')}
          closeLabel={t('common.actions.close')}
          maskCloses={false}
          onClose={() => setEdited(null)}
        >
          <ReplyForm
            label={t('settings.replies.change')}
            submitLabel={t('common.actions.save')}
            edited={edited}
            groups={groupsOf(replies)}
            save={(written) => api.updateQuickReply({ id: edited.id, ...written }, { quiet: true })}
            onSaved={() => {
              forget();
              setEdited(null);
              reload();
              toasts.show({ tone: 'success', text: t('settings.replies.changed') });
            }}
          />
        </Dialog>
      ) : null}
    </section>
  );
}
