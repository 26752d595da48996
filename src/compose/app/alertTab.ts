import {
  combineLatest,
  distinctUntilChanged,
  fromEvent,
  map,
  merge,
  NEVER,
  Observable,
  of,
  type Subscription,
  startWith,
  switchMap,
} from 'rxjs';
import { uuidv7 } from '../../../contract/uuidv7.ts';
import { StoredAlertSettings } from '../../domain/alertSettings.ts';
import { type Owner, ownerName } from '../../domain/owner.ts';
import { isLocked } from '../../machines/selectors/session.ts';
import type { Session } from '../../machines/session.ts';
import { createAlertSettings } from '../../services/alertSettings.ts';
import { createAlertSound } from '../../services/alertSound.ts';
import { Attention, createAttention } from '../../services/attention.ts';
import { browserParts } from '../../services/browserParts.ts';
import { createTabChannel } from '../../services/crossTab.ts';
import { AlertMade, createAlertDedup, createDesktopNotices } from '../../services/desktopNotice.ts';
import type { PersonSettings } from '../../services/personSettings.ts';
import { steadyNow } from '../../services/serverClock.ts';
import { createTabLeader, LeaderHeartbeat } from '../../services/tabLeader.ts';
import { live } from '../../streams/live.ts';

const leaderTimings = { everyMs: 2_000, silenceMs: 10_000 };

/** Emits on URL changes in browsers with the Navigation API. */
const addressOf = (window: Window): Observable<unknown> => {
  const navigation: unknown = Reflect.get(window, 'navigation');
  return navigation instanceof EventTarget ? fromEvent(navigation, 'currententrychange') : NEVER;
};

/** Every snapshot of an actor from now on. */
export const snapshotsOf = <T>(actor: { subscribe(listener: (snapshot: T) => void): { unsubscribe(): void } }) =>
  new Observable<T>((subscriber) => {
    const subscription = actor.subscribe((snapshot) => subscriber.next(snapshot));
    return () => subscription.unsubscribe();
  });

type Needs = {
  readonly window: Window & typeof globalThis;
  readonly owner: Owner;
  readonly session: Session;
  readonly stored: PersonSettings;
};

/** Sound, notifications and settings of this tab, and whether it is the leader for alerts. */
export function openAlertTab({ window, owner, session, stored }: Needs, scope: Subscription) {
  const name = ownerName(owner);
  const { BroadcastChannel, locks } = browserParts(window);
  const tabs = { BroadcastChannel, storage: null, events: null };
  const channels = [
    createTabChannel(`cloudroom-attention:${name}`, Attention, tabs),
    createTabChannel(`cloudroom-alerts:${name}`, StoredAlertSettings, tabs),
    createTabChannel(`cloudroom-called:${name}`, AlertMade, tabs),
    createTabChannel(`cloudroom-alert-turn:${name}`, LeaderHeartbeat, tabs),
  ] as const;
  const [attentionChannel, settingsChannel, dedupChannel, leaderChannel] = channels;
  const newId = uuidv7({
    now: () => Date.now(),
    randomBytes: (length) => window.crypto.getRandomValues(new Uint8Array(length)),
  });
  const locked$ = snapshotsOf(session).pipe(map(isLocked));
  const settings = createAlertSettings({ settings: stored, channel: settingsChannel });
  const alertDedup = createAlertDedup(dedupChannel);
  const sound = createAlertSound(window);
  const notices = createDesktopNotices(window);
  const attention = createAttention({
    window,
    channel: attentionChannel,
    tab: newId(),
    now: steadyNow,
    isLocked: () => isLocked(session.getSnapshot()),
    armed$: sound.state$.pipe(map((state) => state === 'ready')),
    moved$: merge(locked$.pipe(distinctUntilChanged()), addressOf(window)),
  });
  scope.add(() => {
    for (const part of [settings, sound, attention, alertDedup, ...channels]) part.close();
    notices.stop();
  });

  const isLeader$ = locks
    ? createTabLeader({ locks, name: `alerts:${name}`, channel: leaderChannel, ...leaderTimings })
    : attention.first$;
  // A tab that the browser keeps mute leaves the lead to a tab that can play sounds.
  const leads = live(
    combineLatest([sound.state$, attention.armedElsewhere$.pipe(startWith(false))]).pipe(
      map(([state, elsewhere]) => state === 'ready' || !elsewhere),
      distinctUntilChanged(),
      switchMap((wants) => (wants ? isLeader$ : of(false))),
    ),
    false,
    scope,
  );
  return { settings, sound, notices, attention, alertDedup, locked$, leads };
}

export type AlertTab = ReturnType<typeof openAlertTab>;
