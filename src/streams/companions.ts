import { BehaviorSubject, type Observable, type Subscription } from 'rxjs';
import type { ConversationId } from '../../contract/ids.ts';
import { SenderType } from '../../contract/im.ts';
import type { Presence } from '../../contract/socket.ts';
import type { Live } from './live.ts';

/** The patient's presence; `online` is null until the platform has sent it. */
export type Companion = { readonly online: boolean | null; readonly typing: boolean };

/** Presence and typing of patients. Hints only: no rule depends on them. */
export type Companions = {
  patient(conversationId: ConversationId): Live<Companion>;
  /** Sends that the doctor is typing, at most every few seconds. */
  typed(conversationId: ConversationId): void;
};

type Typing = { readonly conversationId: ConversationId; readonly senderType: number };

type Needs = {
  readonly typing$: Observable<Typing>;
  readonly presence$: Observable<Presence>;
  readonly linked$: Observable<boolean>;
  /** A message of the patient ends their typing indicator. */
  readonly written$: Observable<ConversationId>;
  readonly sendTyping: (conversationId: ConversationId) => void;
  readonly now: () => number;
};

const hideAfterMs = 6_000;
const typingEveryMs = 3_000;
const unknown: Companion = { online: null, typing: false };

/** Presence and typing of patients. All of it is reset when the link is lost. */
export function createCompanions(needs: Needs, scope: Subscription): Companions {
  const companions = new Map<ConversationId, BehaviorSubject<Companion>>();
  const hiding = new Map<ConversationId, ReturnType<typeof setTimeout>>();
  const lastSent = new Map<ConversationId, number>();

  function of(id: ConversationId): BehaviorSubject<Companion> {
    const known = companions.get(id);
    if (known) return known;
    const made = new BehaviorSubject(unknown);
    companions.set(id, made);
    return made;
  }

  function change(id: ConversationId, part: Partial<Companion>) {
    const companion$ = of(id);
    const next = { ...companion$.value, ...part };
    if (next.online !== companion$.value.online || next.typing !== companion$.value.typing) companion$.next(next);
  }

  function stopTyping(id: ConversationId) {
    clearTimeout(hiding.get(id));
    hiding.delete(id);
    change(id, { typing: false });
  }

  scope.add(
    needs.typing$.subscribe(({ conversationId: id, senderType }) => {
      if (senderType !== SenderType.patient) return;
      clearTimeout(hiding.get(id));
      hiding.set(
        id,
        setTimeout(() => stopTyping(id), hideAfterMs),
      );
      change(id, { typing: true });
    }),
  );
  scope.add(needs.written$.subscribe(stopTyping));
  scope.add(
    needs.presence$.subscribe(({ conversationId: id, senderType, online }) => {
      if (senderType !== SenderType.patient) return;
      if (!online) stopTyping(id);
      change(id, { online });
    }),
  );
  scope.add(
    needs.linked$.subscribe((linked) => {
      if (!linked) for (const id of companions.keys()) change(id, unknown);
    }),
  );
  scope.add(() => {
    for (const timer of hiding.values()) clearTimeout(timer);
  });

  return {
    patient: of,
    typed(id) {
      const at = needs.now();
      if (at - (lastSent.get(id) ?? Number.NEGATIVE_INFINITY) < typingEveryMs) return;
      lastSent.set(id, at);
      needs.sendTyping(id);
    },
  };
}
