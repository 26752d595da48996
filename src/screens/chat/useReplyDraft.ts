import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { OrderId } from '../../../contract/ids.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { draftKey, type ReplyDraft } from '../../domain/drafts.ts';
import type { ReplyValues } from '../../domain/reply.ts';
import { hospitalNameIn, ownNameIn } from '../../machines/selectors/session.ts';
import type { Drafts } from '../../streams/drafts.ts';
import { useApp } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import { useTextsFor } from '../hooks/useTextsFor.ts';

/** Values of a quick reply's variables in this consultation, in its language; an empty value counts as unknown. */
export function useReplyValues({ name, gender }: PatientBrief, need: 'now' | 'idle'): (text: string) => ReplyValues {
  const textsFor = useTextsFor(need);
  const { session } = useApp();
  const sex = gender === 1 ? 'male' : gender === 2 ? 'female' : null;
  const [doctor, hospital] = [useSelector(session, ownNameIn), useSelector(session, hospitalNameIn)];
  return (text) => ({
    'patient.name': name,
    'patient.title': sex === null ? '' : textsFor(text).t(`chat.honorific.${sex}`),
    'doctor.name': doctor,
    hospital,
  });
}

/** A text that another window replaced, kept until the doctor writes on; one of before a reload is offered again. */
function useReplaced(drafts: Drafts, orderId: OrderId) {
  const key = draftKey('replaced', orderId);
  const kept$ = useMemo(() => drafts.draft<ReplyDraft>(key), [drafts, key]);
  const kept = useLive(kept$);
  const isEarlier = kept !== null && kept.tab !== drafts.tab && !drafts.isOpenTab(kept.tab);
  const keep = useCallback((text: string) => drafts.write(key, { text } satisfies ReplyDraft), [drafts, key]);
  const forget = useCallback(() => {
    const now = kept$.value;
    // What another open window keeps stays.
    if (now !== null && !drafts.isOpenTab(now.tab)) drafts.drop(key);
  }, [drafts, key, kept$]);
  return { earlier: isEarlier ? kept.value.text : null, keep, forget };
}

/**
 * The unsent text of a consultation, shared with other windows: the last writer wins, `replaced` says that another window's
 * text replaced this one, and `own` is what was typed here, if the other text does not contain it.
 */
export function useReplyDraft(drafts: Drafts, orderId: OrderId) {
  const key = draftKey('reply', orderId);
  const stored$ = useMemo(() => drafts.draft<ReplyDraft>(key), [drafts, key]);
  const [text, setText] = useState(() => stored$.value?.value.text ?? '');
  const [replaced, setReplaced] = useState(false);
  const [own, setOwn] = useState<string | null>(null);
  const latest = useRef(text);
  const typed = useRef('');
  const { earlier, keep, forget } = useReplaced(drafts, orderId);

  const show = useCallback((next: string) => {
    latest.current = next;
    setText(next);
  }, []);
  const write = useCallback(
    (next: string) => {
      setReplaced(false);
      setOwn(null);
      forget();
      typed.current = next;
      show(next);
      if (next === '') drafts.drop(key);
      else drafts.write(key, { text: next } satisfies ReplyDraft);
    },
    [drafts, key, show, forget],
  );
  /** The text is in the outbox, which drops the draft once the message is stored. */
  const empty = useCallback(() => {
    setReplaced(false);
    setOwn(null);
    forget();
    typed.current = '';
    show('');
  }, [show, forget]);
  useEffect(() => {
    let known = stored$.value?.value.text ?? '';
    const subscription = stored$.subscribe((draft) => {
      const next = draft?.value.text ?? '';
      const sentElsewhere = draft === null && latest.current === known;
      const writtenElsewhere = draft !== null && draft.tab !== drafts.tab && next !== latest.current;
      // A text that the other window sent is not missing.
      if (sentElsewhere && known.includes(typed.current.trim())) typed.current = '';
      known = next;
      if (!sentElsewhere && !writtenElsewhere) return;
      const isMissing = !next.includes(typed.current.trim());
      setReplaced((writtenElsewhere && latest.current !== '') || isMissing);
      setOwn(isMissing ? typed.current : null);
      if (isMissing) keep(typed.current);
      else forget();
      show(next);
    });
    return () => subscription.unsubscribe();
  }, [stored$, drafts, show, keep, forget]);

  const missing = own ?? (earlier !== null && !text.includes(earlier.trim()) ? earlier : null);
  return { text, write, empty, replaced: replaced || missing !== null, own: missing };
}
