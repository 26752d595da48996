import { BehaviorSubject, distinctUntilChanged, map, type Observable, Subject, Subscription, startWith } from 'rxjs';
import * as z from 'zod/mini';
import { OrderId } from '../../contract/ids.ts';
import type { Activity, TabView } from '../domain/alerts.ts';
import { readOrderId } from '../domain/readId.ts';
import type { TabChannel } from './crossTab.ts';

/** A tab's state as it is sent to the other tabs of the same person. */
export const Attention = z.object({
  tab: z.string(),
  visible: z.boolean(),
  /** The order whose chat has the focus in that tab. */
  orderId: z.nullable(OrderId),
  /** The tab is allowed to make sounds. */
  armed: z.boolean(),
  /** The page on which the person last used pointer or keyboard; null if they did not. */
  touched: z.nullable(z.string()),
  leaving: z.boolean(),
});
export type Attention = z.infer<typeof Attention>;

type Needs = {
  readonly window: Window & typeof globalThis;
  readonly channel: TabChannel<Attention>;
  /** Unique name of this tab. */
  readonly tab: string;
  /** Epoch ms that no change of the machine's clock moves. */
  readonly now: () => number;
  /** While the screen is locked, no patient data is visible. */
  readonly isLocked: () => boolean;
  readonly armed$: Observable<boolean>;
  /** Emits when the address, the lock or the focus may have changed. */
  readonly moved$: Observable<unknown>;
};

const sayEveryMs = 5_000;
/** A visible tab that is silent for longer is closed or frozen. */
const silentInViewMs = 12_000;
/** Longer than for visible tabs, because browsers slow timers of hidden tabs to one a minute. */
const silentHiddenMs = 150_000;
const activityEveryMs = 500;
const focusPages = ['/cloudRoom', '/cloudRoom/detail'];

/** The order whose chat has the focus, read from the address; the cloud room keeps the address up to date. */
function orderAt({ pathname, search }: Location): OrderId | null {
  if (!focusPages.includes(pathname)) return null;
  return readOrderId(new URLSearchParams(search).get('order'));
}

/** What the person can see in all tabs together, and where they last used pointer or keyboard. */
export function createAttention({ window, channel, tab, now, isLocked, armed$, moved$ }: Needs) {
  const { document, location } = window;
  const scope = new Subscription();
  const others = new Map<string, { readonly state: Attention; readonly at: number }>();
  const activities$ = new BehaviorSubject<readonly Activity[]>([]);
  const changed$ = new Subject<void>();
  let armed = false;
  let lastActivity = 0;

  const own = (touched: string | null = null, leaving = false): Attention => ({
    tab,
    visible: document.visibilityState === 'visible' && !isLocked(),
    orderId: orderAt(location),
    armed,
    touched,
    leaving,
  });
  const isFresh = ({ state, at }: { state: Attention; at: number }) =>
    now() - at < (state.visible ? silentInViewMs : silentHiddenMs);
  const present = () => [...others.values()].filter(isFresh).map(({ state }) => state);

  function noteActivity(path: string) {
    activities$.next([{ path, at: now() }, ...activities$.value.filter((activity) => activity.path !== path)]);
  }
  function post(touched: string | null = null) {
    channel.post(own(touched));
    changed$.next();
  }
  function onInput() {
    const at = now();
    if (at - lastActivity < activityEveryMs || !own().visible) return;
    lastActivity = at;
    noteActivity(location.pathname);
    post(location.pathname);
  }
  const leave = () => channel.post(own(null, true));
  const look = () => post();

  const listening: readonly [EventTarget, string, () => void][] = [
    [document, 'visibilitychange', look],
    [window, 'pageshow', look],
    [window, 'pagehide', leave],
    [window, 'pointerdown', onInput],
    [window, 'keydown', onInput],
  ];
  for (const [target, event, listener] of listening) target.addEventListener(event, listener, { capture: true });
  const saying = setInterval(look, sayEveryMs);
  scope.add(
    channel.listen((state) => {
      const isNew = !others.has(state.tab);
      if (state.leaving) others.delete(state.tab);
      else others.set(state.tab, { state, at: now() });
      if (state.touched !== null) noteActivity(state.touched);
      // A newly opened tab learns of the others at once.
      if (isNew && !state.leaving) channel.post(own());
      changed$.next();
    }),
  );
  scope.add(
    armed$.pipe(distinctUntilChanged()).subscribe((isArmed) => {
      armed = isArmed;
      post();
    }),
  );
  scope.add(moved$.subscribe(look));

  return {
    /** The state of every tab. */
    tabViews: (): readonly TabView[] => [own(), ...present()].map(({ visible, orderId }) => ({ visible, orderId })),
    activities: activities$ as Pick<typeof activities$, 'value'>,
    changed$: changed$.asObservable(),
    /** Whether another tab could make the sounds. */
    armedElsewhere$: changed$.pipe(
      map(() => present().some((other) => other.armed)),
      distinctUntilChanged(),
    ),
    /** Whether this tab is the first of those that could lead. Used in browsers without Web Locks. */
    first$: changed$.pipe(
      startWith(null),
      map(() => {
        const all = [own(), ...present()];
        const able = all.filter((one) => one.armed);
        const [first] = (able.length > 0 ? able : all).map((one) => one.tab).sort();
        return first === tab;
      }),
      distinctUntilChanged(),
    ),
    close() {
      leave();
      clearInterval(saying);
      for (const [target, event, listener] of listening) target.removeEventListener(event, listener, { capture: true });
      scope.unsubscribe();
    },
  };
}
