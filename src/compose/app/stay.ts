import {
  catchError,
  distinctUntilChanged,
  finalize,
  from,
  ignoreElements,
  merge,
  NEVER,
  Observable,
  type Subscription,
  scan,
  startWith,
  switchMap,
  takeUntil,
} from 'rxjs';
import { isSameOwner, type Owner } from '../../domain/owner.ts';
import type { Role } from '../../domain/session.ts';
import type { OnDemand } from '../../ui/onDemand.ts';

export type Person = { readonly owner: Owner; readonly role: Role };

const isSame = (a: Person | null, b: Person | null): boolean =>
  a === b || (a !== null && b !== null && isSameOwner(a.owner, b.owner) && a.role === b.role);

type Turn = { readonly person: Person | null; readonly lastOwner: Owner | null; readonly isAnother: boolean };

const nobody: Turn = { person: null, lastOwner: null, isAnother: false };

const nextTurn = ({ lastOwner }: Turn, person: Person | null): Turn => ({
  person,
  lastOwner: person?.owner ?? lastOwner,
  isAnother: person !== null && lastOwner !== null && !isSameOwner(lastOwner, person.owner),
});

type Needs = {
  /** Who may work; null while nobody is signed in. */
  readonly person$: Observable<Person | null>;
  /** The person's parts of the application; unsubscribing closes them. */
  readonly parts: (person: Person) => Observable<never>;
  /** Called after each change, once the parts of the last person are closed and before those of the next open. */
  readonly changed: (isAnother: boolean) => void;
  /** Called once a person's parts are closed. */
  readonly left: () => void;
};

/** Opens a person's parts when they sign in and closes them when they leave. `isAnother` is never true for the same person. */
export const followPerson = ({ person$, parts, changed, left }: Needs): Subscription =>
  person$
    .pipe(
      startWith(null),
      distinctUntilChanged(isSame),
      scan(nextTurn, nobody),
      switchMap(({ person, isAnother }) => {
        changed(isAnother);
        return person === null ? NEVER : parts(person).pipe(finalize(left));
      }),
    )
    .subscribe();

type Opening<Code> = {
  /** Opens the parts; the returned function closes them. */
  readonly open: (code: Code) => () => void;
  /** The code stays away; the returned function is called when it has arrived or the person has left. */
  readonly missing: (cause: unknown) => () => void;
  readonly failed: (cause: unknown) => void;
};

/** Opens parts as soon as their code is loaded, however late. */
export function openOnceLoaded<Code extends object>(
  code: Pick<OnDemand<Code>, 'load' | 'whenLoaded'>,
  { open, missing, failed }: Opening<Code>,
): Observable<never> {
  const loaded = code.whenLoaded();
  const missing$ = from(code.load()).pipe(
    ignoreElements(),
    catchError((cause: unknown) => new Observable<never>(() => missing(cause))),
    takeUntil(loaded),
  );
  const opened$ = from(loaded).pipe(switchMap((now) => new Observable<never>(() => open(now))));
  return merge(missing$, opened$).pipe(
    catchError((cause: unknown) => {
      failed(cause);
      return NEVER;
    }),
  );
}
