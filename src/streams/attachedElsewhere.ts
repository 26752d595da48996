import { BehaviorSubject, type Observable, type Subscription } from 'rxjs';
import type { AttachedHere } from '../domain/attachedFiles.ts';
import type { Live } from './live.ts';

/** Messages between a doctor's windows about the files each of them owns. */
export type AttachedNews =
  | { readonly kind: 'stands'; readonly one: AttachedHere }
  | { readonly kind: 'gone'; readonly id: string }
  /** A new window requests the state of all others. */
  | { readonly kind: 'asked' };

type Needs = {
  readonly news$: Observable<AttachedNews>;
  readonly tell: (news: AttachedNews) => void;
  /** Emits when no window owns a file any more, even if its window crashed. */
  readonly let$: (id: string) => Observable<unknown>;
};

/** Files owned by other windows; they are shown here and changed there. */
export type AttachedElsewhere = {
  readonly all$: Live<ReadonlyMap<string, AttachedHere>>;
  /** Publishes the state of one of this window's files if it has changed. */
  stands(one: AttachedHere): void;
  gone(id: string): void;
};

const isSame = (a: AttachedHere, b: AttachedHere) => JSON.stringify(a) === JSON.stringify(b);

/** Shares the state of attached files between a doctor's windows. */
export function attachedElsewhere({ news$, tell, let$ }: Needs, scope: Subscription): AttachedElsewhere {
  const own = new Map<string, AttachedHere>();
  const all$ = new BehaviorSubject<ReadonlyMap<string, AttachedHere>>(new Map());
  const waiting = new Map<string, Subscription>();

  function change(id: string, one: AttachedHere | null) {
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
  function learn(one: AttachedHere) {
    if (own.has(one.id)) return;
    change(one.id, one);
    if (waiting.has(one.id)) return;
    const letGo = let$(one.id).subscribe(() => forget(one.id));
    if (!letGo.closed) waiting.set(one.id, letGo);
  }

  scope.add(
    news$.subscribe((news) => {
      if (news.kind === 'stands') learn(news.one);
      else if (news.kind === 'gone') forget(news.id);
      else for (const one of own.values()) tell({ kind: 'stands', one });
    }),
  );
  scope.add(() => {
    for (const one of waiting.values()) one.unsubscribe();
  });
  tell({ kind: 'asked' });

  return {
    all$,
    stands(one) {
      const known = own.get(one.id);
      if (known && isSame(known, one)) return;
      own.set(one.id, one);
      forget(one.id);
      tell({ kind: 'stands', one });
    },
    gone(id) {
      if (own.delete(id)) tell({ kind: 'gone', id });
    },
  };
}
