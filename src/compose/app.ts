import { BehaviorSubject, timer } from 'rxjs';
import type { Connection } from '../domain/connection.ts';
import type { App, ReviewDesk, Work } from '../screens/app.ts';
import { appearance as createAppearance } from '../services/appearance.ts';
import { announcer as createAnnouncer } from '../ui/announcer.ts';
import { toasts as createToasts } from '../ui/toasts.ts';
import { openEntrance } from './entrance.ts';
import { recordErrors } from './recordErrors.ts';

/** Keys of local storage that are about this device: they stay when a session is cleared. */
const keptKeys = ['APPEARANCE'];

/** Builds the product for a window: what belongs to the device at once, what belongs to a person when they sign in. */
export function openApp(window: Window & typeof globalThis): App & { start(): void } {
  const now = () => Date.now();
  const log = recordErrors(window);
  const toasts = createToasts({
    now,
    after: (ms, run) => {
      const id = window.setTimeout(run, ms);
      return () => window.clearTimeout(id);
    },
  });
  const announcer = createAnnouncer();
  const appearance = createAppearance({
    storage: window.localStorage,
    page: window.document.documentElement,
    prefersDark: window.matchMedia('(prefers-color-scheme: dark)'),
    tabs: window,
  });
  const entrance = openEntrance({
    window,
    toast: (text) => void toasts.show({ tone: 'danger', text }),
    log: log.note,
    keptKeys,
  });
  const connection$ = new BehaviorSubject<Connection>({ state: 'offline', since: now() });
  const now$ = new BehaviorSubject(entrance.clock.now());
  timer(1_000, 1_000).subscribe(() => now$.next(entrance.clock.now()));
  const work$ = new BehaviorSubject<Work | null>(null);
  const review$ = new BehaviorSubject<ReviewDesk | null>(null);

  return {
    api: entrance.api,
    session: entrance.session,
    entrance: entrance.entrance,
    connection$,
    now$,
    zone: 'Asia/Shanghai',
    work$,
    review$,
    lists$: entrance.enumerations.lists$,
    linkOf: (url) => new URL(url, entrance.config.current.fileHost).href,
    appearance,
    toasts,
    announcer,
    report: (error) => log.note('screen', error),
    start: entrance.start,
  };
}
