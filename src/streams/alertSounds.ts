import {
  combineLatest,
  distinctUntilChanged,
  filter,
  interval,
  map,
  merge,
  NEVER,
  type Observable,
  switchMap,
  take,
  throttleTime,
} from 'rxjs';
import type { AlertSettings } from '../domain/alertSettings.ts';
import { type Alert, type AlertKind, alertKey } from '../domain/alerts.ts';
import type { Alerts } from './alerts.ts';
import type { Live } from './live.ts';

type Needs = Pick<Alerts, 'pending'> & {
  /** New alerts of this tab, each emitted once. */
  readonly newAlerts$: Observable<Alert>;
  readonly settings: Live<AlertSettings>;
  /** Whether this tab makes the sounds for all tabs of the person. */
  readonly leads: Live<boolean>;
  /** Whether it is within the person's quiet hours. */
  readonly isQuiet: () => boolean;
};

/** A burst of messages makes one sound. */
const gapMs = 3_000;
/** Stops repeating when nobody seems to be in the room. */
const maxRepeats = 40;

const isUrgent = ({ kind }: Alert) => kind === 'urgentReview';
const isUsual = (alert: Alert) => !isUrgent(alert);
const latestOf = (alerts: readonly Alert[]) => alerts.findLast(isUrgent) ?? alerts.at(-1) ?? null;

/** When to make which sound: at once, and if the person wants it, repeated until all alerts are seen. */
export function alertSounds({ pending, newAlerts$, settings, leads, isQuiet }: Needs): Observable<AlertKind> {
  const isAudible = ({ kind }: Alert) => settings.value.kinds[kind];
  const maySound = () => leads.value && settings.value.sound !== 'off' && !isQuiet();
  const audible$ = newAlerts$.pipe(filter((alert) => isAudible(alert) && maySound()));
  // What is urgent must be heard among the rest, so that each of the two has a burst of its own.
  const first$ = [isUrgent, isUsual].map((belongs) =>
    audible$.pipe(
      filter(belongs),
      throttleTime(gapMs),
      map(({ kind }) => kind),
    ),
  );
  const waiting$ = combineLatest([pending.pipe(), settings.pipe()]).pipe(
    map(([alerts, { sound, repeatEveryS }]) => ({
      everyMs: sound === 'repeat' ? repeatEveryS * 1_000 : 0,
      latest: latestOf([...alerts.values()].filter(isAudible)),
    })),
  );
  const repeats$ = waiting$.pipe(
    distinctUntilChanged(
      (a, b) =>
        a.everyMs === b.everyMs &&
        (a.latest && alertKey(a.latest)) === (b.latest && alertKey(b.latest)) &&
        a.latest?.count === b.latest?.count,
    ),
    switchMap(({ everyMs, latest }) =>
      everyMs === 0 || latest === null
        ? NEVER
        : interval(everyMs).pipe(
            take(maxRepeats),
            filter(maySound),
            map(() => latest.kind),
          ),
    ),
  );
  return merge(...first$, repeats$);
}
