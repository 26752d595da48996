import { BehaviorSubject, type Observable, type Subscription } from 'rxjs';
import type { SharedAttachment } from '../domain/attachedFiles.ts';
import type { Live } from './live.ts';

/** Messages between a doctor's tabs about the files each of them owns. */
export type AttachedMessage =
  | { readonly kind: 'changed'; readonly one: SharedAttachment }
  | { readonly kind: 'removed'; readonly id: string }
  /** A new window requests the state of all others. */
  | { readonly kind: 'requested' };

type Needs = {
  readonly messages$: Observable<AttachedMessage>;
  readonly post: (message: AttachedMessage) => void;
  /** Emits when no window owns a file any more, even if its window crashed. */
  readonly ownerGone$: (id: string) => Observable<unknown>;
};

/** Files owned by other tabs; they are shown here and changed there. */
export type AttachedElsewhere = {
  readonly all$: Live<ReadonlyMap<string, SharedAttachment>>;
  /** Publishes the state of one of this tab's files if it has changed. */
  share(one: SharedAttachment): void;
  unshare(id: string): void;
};

const isSame = (a: SharedAttachment, b: SharedAttachment) => JSON.stringify(a) === JSON.stringify(b);

/** Shares the state of attached files between a doctor's tabs. */
export function createAttachedElsewhere(
  { messages$, post, ownerGone$ }: Needs,
  scope: Subscription,
): AttachedElsewhere {
  const own = new Map<string, SharedAttachment>();
  const all$ = new BehaviorSubject<ReadonlyMap<string, SharedAttachment>>(new Map());
  const waiting = new Map<string, Subscription>();

  function change(id: string, one: SharedAttachment | null) {
    const next = new Map(all$.value);
    if (one) next.set(id, one);
    else next.delete(id);
    all$.next(next);
  }
  function forget(id: string) {
    waiting.get(id)?.unsubscribe();
    waiting.delete(id);
    if (all$.value.has(id)) change(id, null);
  }
  function show(one: SharedAttachment) {
    if (own.has(one.id)) return;
    change(one.id, one);
    if (waiting.has(one.id)) return;
    const closing = ownerGone$(one.id).subscribe(() => forget(one.id));
    if (!closing.closed) waiting.set(one.id, closing);
  }

  scope.add(
    messages$.subscribe((message) => {
      if (message.kind === 'changed') show(message.one);
      else if (message.kind === 'removed') forget(message.id);
      else for (const one of own.values()) post({ kind: 'changed', one });
    }),
  );
  scope.add(() => {
    for (const one of waiting.values()) one.unsubscribe();
  });
  post({ kind: 'requested' });

  return {
    all$,
    share(one) {
      const known = own.get(one.id);
      if (known && isSame(known, one)) return;
      own.set(one.id, one);
      forget(one.id);
      post({ kind: 'changed', one });
    },
    unshare(id) {
      if (own.delete(id)) post({ kind: 'removed', id });
    },
  };
}
