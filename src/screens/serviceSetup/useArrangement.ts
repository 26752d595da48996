import { useEffect, useRef, useState } from 'react';
import type { QuickReply } from '../../../contract/http/consult.ts';
import { mayHaveChanged } from '../../domain/answers.ts';
import { asShown } from '../../domain/replyGroups.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useApp } from '../app/app.ts';

/** An order of replies, and the platform's list when it was stored; null until then. */
type Arranged = { readonly order: readonly QuickReply[]; readonly storedOver: string | null };

const isArrangementOf = ({ order, storedOver }: Arranged, replies: readonly QuickReply[], list: string): boolean =>
  (storedOver === null || storedOver === list) &&
  order.length === replies.length &&
  order.every(({ id }) => replies.some((one) => one.id === id));

/** The doctor's arrangement until the platform's list has it; a later one replaces an earlier one that was not sent yet. */
export function useArrangement(replies: readonly QuickReply[], reload: () => void) {
  const { api, announcer } = useApp();
  const { t } = useTranslation();
  const [arranged, setArranged] = useState<Arranged | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const turn = useRef(0);
  const sending = useRef(Promise.resolve());
  const list = JSON.stringify(replies);
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  const shown = asShown(arranged && isArrangementOf(arranged, replies, list) ? arranged.order : replies);

  function arrange(next: readonly QuickReply[], moved: string) {
    if (next === shown) return;
    const own = ++turn.current;
    const order = asShown(next);
    setArranged({ order, storedOver: null });
    setRefusal(null);
    const at = order.findIndex(({ id }) => id === moved);
    const { title, content, group } = order[at] ?? {};
    const place = { name: title || content || '', at: at + 1, of: order.length, group: group ?? '' };
    announcer.say(t(group ? 'settings.replies.movedIn' : 'settings.replies.moved', place));
    sending.current = sending.current.then(async () => {
      if (own !== turn.current) return;
      const sent = order.map(({ id, group: name }) => ({ id, ...(name ? { group: name } : {}) }));
      const answer = await api.arrangeQuickReplies({ list: sent }, { quiet: true });
      if (answer.ok && own === turn.current) setArranged({ order, storedOver: latest.current });
      if (!answer.ok && own === turn.current) {
        setArranged(null);
        setRefusal(answer.failure.message);
      }
      if (mayHaveChanged(answer)) reload();
    });
  }
  return { shown, arrange, refusal, forget: () => setArranged(null) };
}

/** A reply that joins another group is rendered anew there, so the button that moved it gets the focus back. */
export function useKeptFocus(shown: readonly QuickReply[]) {
  const list = useRef<HTMLElement>(null);
  const stepping = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs after the rows are rendered in their new order.
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
