import { BehaviorSubject, map, merge, type Observable, Subject, Subscription } from 'rxjs';
import { expect, test } from 'vitest';
import type { OrderId } from '../../contract/ids.ts';
import { type AlertSettings, usualAlertSettings } from '../../src/domain/alertSettings.ts';
import { type Alert, alertOccurrenceId } from '../../src/domain/alerts.ts';
import { alertSounds } from '../../src/streams/alertSounds.ts';
import { type AlertDedup, alertNotices, collectAlerts, newAlerts } from '../../src/streams/alerts.ts';
import { marbles } from '../support/marbles.ts';

const alert = (subject: string, patch: Partial<Alert> = {}): Alert => ({
  kind: 'message',
  subject,
  cause: '1',
  orderId: `o-${subject}` as OrderId,
  who: 'Zhang San',
  message: null,
  count: 1,
  at: 0,
  ...patch,
});

const a = alert('a');
const w = alert('w', { kind: 'waiting' });
const raise = { a, b: alert('b'), w };

type Given = {
  readonly raised$: Observable<Alert>;
  /** Emits a subject that has been handled. */
  readonly seen$?: Observable<string>;
  readonly settings?: Partial<AlertSettings>;
  readonly leads?: boolean;
  readonly quiet?: boolean;
  readonly dedup?: AlertDedup;
};

/** Shared record of the alerts that one browser's tabs have made. */
function createDedup(): AlertDedup {
  const names = new Set<string>();
  return { has: (one) => names.has(alertOccurrenceId(one)), add: (one) => void names.add(alertOccurrenceId(one)) };
}

/** What one tab would play and show. */
function tab({ raised$, seen$ = new Subject(), settings = {}, leads = true, quiet = false, dedup }: Given) {
  const seen = new Set<string>();
  const scope = new Subscription();
  let raised = 0;
  const alerts = collectAlerts(
    {
      raised$: raised$.pipe(
        map((one) => {
          seen.delete(one.subject);
          raised += 1;
          return { ...one, cause: String(raised) };
        }),
      ),
      isResolved: ({ subject }) => seen.has(subject),
      moved$: seen$.pipe(map((subject) => seen.add(subject))),
    },
    scope,
  );
  const leads$ = new BehaviorSubject(leads);
  const rules = {
    pending: alerts.pending,
    newAlerts$: newAlerts({ ...alerts, leads: leads$, dedup: dedup ?? createDedup() }),
    settings: new BehaviorSubject({ ...usualAlertSettings, ...settings }),
    leads: leads$,
    isQuiet: () => quiet,
  };
  const rings$ = alertSounds(rules).pipe(map((kind) => kind[0] ?? ''));
  const notices$ = alertNotices(rules).pipe(
    map((step) => ('show' in step ? `+${step.show.subject}${step.show.count}` : `-${step.close.split(':')[1]}`)),
  );
  return { alerts, rings$, notices$, leads$ };
}

const m = { m: 'm', w: 'w' };

test(
  'each new message makes a sound, a burst within three seconds makes one',
  marbles(({ hot, expectObservable }) => {
    const raised$ = hot('a 999ms a 999ms b 2s a', raise);
    expectObservable(tab({ raised$ }).rings$).toBe('m 4000ms m', m);
  }),
);

test(
  'the sound repeats at its interval until everything is seen',
  marbles(({ hot, expectObservable }) => {
    const raised$ = hot('a', raise);
    const seen$ = hot('  35s s', { s: 'a' });
    const { rings$ } = tab({ raised$, seen$, settings: { sound: 'repeat', repeatEveryS: 15 } });
    expectObservable(rings$, '120s !').toBe('m 14999ms m 14999ms m', m);
  }),
);

test(
  'an answer to one patient does not silence the other',
  marbles(({ hot, expectObservable }) => {
    const raised$ = hot('a 4999ms w', raise);
    const seen$ = hot('  10s s', { s: 'w' });
    const { rings$ } = tab({ raised$, seen$, settings: { sound: 'repeat', repeatEveryS: 15 } });
    expectObservable(rings$, '26s !').toBe('m 4999ms w 19999ms m', m);
  }),
);

const r = alert('r', { kind: 'review' });
const u = alert('u', { kind: 'urgentReview' });
const ur = { u: 'u', r: 'r' };

test(
  'an urgent prescription is heard also within the burst of others, and two of them once',
  marbles(({ hot, expectObservable }) => {
    const raised$ = hot('r 999ms u 499ms u 499ms r', { r, u });
    expectObservable(tab({ raised$ }).rings$).toBe('r 999ms u', ur);
  }),
);

test(
  'while an urgent prescription is unseen, its sound is the one that repeats',
  marbles(({ hot, expectObservable }) => {
    const raised$ = hot('u 4999ms r', { r, u });
    const { rings$ } = tab({ raised$, settings: { sound: 'repeat', repeatEveryS: 15 } });
    expectObservable(rings$, '40s !').toBe('u 4999ms r 9999ms u 14999ms u', ur);
  }),
);

test(
  'the sound stops repeating after a maximum number of times',
  marbles(({ hot, expectObservable }) => {
    const { rings$ } = tab({ raised$: hot('a', raise), settings: { sound: 'repeat', repeatEveryS: 10 } });
    expectObservable(rings$, '60m !').toBe(`m${' 9999ms m'.repeat(40)}`, m);
  }),
);

test.each<[string, Partial<Given>]>([
  ['the sound is off', { settings: { sound: 'off' } }],
  ['it is quiet', { quiet: true }],
  ['another tab speaks for all', { leads: false }],
  [
    'the person does not want to be alerted to this',
    { settings: { kinds: { ...usualAlertSettings.kinds, message: false } } },
  ],
])('nothing sounds when %s', (_, given) =>
  marbles(({ hot, expectObservable }) => {
    const { rings$ } = tab({ raised$: hot('a', raise), ...given });
    expectObservable(rings$, '60s !').toBe('');
  })(),
);

test(
  'a visible chat raises no alert',
  marbles(({ hot, expectObservable }) => {
    const scope = new Subscription();
    const { fresh$ } = collectAlerts(
      { raised$: hot('a', raise), isResolved: () => true, moved$: new Subject() },
      scope,
    );
    expectObservable(fresh$).toBe('');
  }),
);

/** Leadership changes when `at` emits; `l` marks the moment. */
const passed = (at: Observable<string>, from: BehaviorSubject<boolean>, to: BehaviorSubject<boolean>) =>
  at.pipe(
    map(() => {
      from.next(false);
      to.next(true);
      return 'l';
    }),
  );

test(
  'a new leading tab makes up for missed alerts and continues repeating',
  marbles(({ hot, expectObservable, cold }) => {
    const settings = { sound: 'repeat', repeatEveryS: 15 } as const;
    const { rings$, leads$ } = tab({ raised$: hot('a', raise), leads: false, settings });
    const lead$ = passed(cold('20s l'), new BehaviorSubject(true), leads$);
    expectObservable(merge(rings$, lead$), '31s !').toBe('20s (ml) 9996ms m');
  }),
);

test(
  'a new leading tab does not repeat the alerts of another tab',
  marbles(({ hot, expectObservable, cold }) => {
    const dedup = createDedup();
    const [first, second] = [
      tab({ raised$: hot('a', raise), dedup }),
      tab({ raised$: hot('a', raise), dedup, leads: false }),
    ];
    const lead$ = passed(cold('20s l'), first.leads$, second.leads$);
    expectObservable(merge(first.rings$, second.rings$, lead$), '60s !').toBe('m 19999ms l');
  }),
);

test(
  'a message that stays unseen is notified, and the notification closes when it is seen',
  marbles(({ hot, expectObservable }) => {
    const raised$ = hot('a 2s a', raise);
    const seen$ = hot('  5s s', { s: 'a' });
    expectObservable(tab({ raised$, seen$ }).notices$).toBe('700ms 1 2s 2 2298ms x', { 1: '+a1', 2: '+a2', x: '-a' });
  }),
);

test(
  'a message read at once in another pane or tab is not notified',
  marbles(({ hot, expectObservable }) => {
    const raised$ = hot('a', raise);
    const seen$ = hot('  300ms s', { s: 'a' });
    expectObservable(tab({ raised$, seen$ }).notices$).toBe('300ms x', { x: '-a' });
  }),
);

test(
  'a burst causes one notification, for its last message',
  marbles(({ hot, expectObservable }) => {
    expectObservable(tab({ raised$: hot('a-a-b-a', raise) }).notices$).toBe('704ms b-a', { b: '+b1', a: '+a3' });
  }),
);

test.each<[string, Partial<Given>]>([
  ['notifications are off', { settings: { notices: false } }],
  ['it is quiet', { quiet: true }],
  ['another tab speaks for all', { leads: false }],
])('nothing is notified when %s', (_, given) =>
  marbles(({ hot, expectObservable }) => {
    expectObservable(tab({ raised$: hot('a', raise), ...given }).notices$).toBe('');
  })(),
);

test('messages of one conversation are one alert that counts them, until it is over', () => {
  const raised$ = new Subject<Alert>();
  const seen$ = new Subject<string>();
  const { alerts } = tab({ raised$, seen$ });
  raised$.next(a);
  raised$.next(w);
  raised$.next(a);
  expect([...alerts.pending.value.values()].map(({ subject, count }) => [subject, count])).toEqual([
    ['w', 1],
    ['a', 2],
  ]);
  seen$.next('a');
  alerts.dismiss('waiting:w');
  expect(alerts.pending.value.size).toBe(0);
});
