import { BehaviorSubject } from 'rxjs';
import * as z from 'zod/mini';
import { type Alert, alertOccurrenceId } from '../domain/alerts.ts';
import type { TabChannel } from './crossTab.ts';

/** A tab announces that it has alerted the person to this event. */
export const AlertMade = z.object({ called: z.string() });
export type AlertMade = z.infer<typeof AlertMade>;

const remembered = 200;

/** Alerts already made by any tab of the same person, so that each is made once. */
export function createAlertDedup(channel: TabChannel<AlertMade>) {
  const names = new Set<string>();
  function keep(name: string) {
    names.add(name);
    const [oldest] = names;
    if (names.size > remembered && oldest !== undefined) names.delete(oldest);
  }
  const unsubscribe = channel.listen(({ called }) => keep(called));
  return {
    has: (alert: Alert) => names.has(alertOccurrenceId(alert)),
    add(alert: Alert) {
      keep(alertOccurrenceId(alert));
      channel.post({ called: alertOccurrenceId(alert) });
    },
    close: unsubscribe,
  };
}

/** `missing`: this browser has no notifications here, for example on plain http. */
export type NoticePermission = 'granted' | 'denied' | 'default' | 'missing';

type Notice = {
  /** A new notification replaces the previous one with the same tag. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  readonly lang: string;
  readonly onClick: () => void;
};

/** Desktop notifications. Permission is requested only when the person enables them; sounds are made elsewhere. */
export function createDesktopNotices(window: Window & typeof globalThis) {
  const Native = window.Notification as typeof Notification | undefined;
  const usable = Native !== undefined && window.isSecureContext;
  const permission$ = new BehaviorSubject<NoticePermission>(usable ? Native.permission : 'missing');
  const shown = new Map<string, Notification>();
  const ended = new AbortController();

  function look() {
    if (usable && permission$.value !== 'missing') permission$.next(Native.permission);
  }
  async function watchPermission() {
    const status = await window.navigator.permissions?.query({ name: 'notifications' });
    status?.addEventListener('change', look, { signal: ended.signal });
  }
  // A browser that cannot watch this permission still looks it up after every request.
  if (usable) watchPermission().catch(() => {});
  function closeAll() {
    for (const notice of shown.values()) notice.close();
    shown.clear();
  }
  // Clicking a notification of a closed tab would lead nowhere.
  window.addEventListener('pagehide', closeAll, { signal: ended.signal });

  return {
    permission$,
    async ask() {
      if (!usable) return;
      await Native.requestPermission();
      look();
    },
    show({ tag, title, body, lang, onClick }: Notice) {
      if (!usable || Native.permission !== 'granted') return;
      try {
        // `renotify` makes a replaced notification visible again; the type definitions lack it.
        const options: NotificationOptions & { renotify: boolean } = {
          tag,
          body,
          lang,
          icon: '/favicon.svg',
          silent: true,
          renotify: true,
        };
        const notice = new Native(title, options);
        notice.onclick = () => {
          notice.close();
          window.focus();
          onClick();
        };
        notice.onclose = () => {
          if (shown.get(tag) === notice) shown.delete(tag);
        };
        shown.set(tag, notice);
      } catch {
        // Phones define the constructor, but calling it throws.
        permission$.next('missing');
      }
    },
    close(tag: string) {
      shown.get(tag)?.close();
      shown.delete(tag);
    },
    closeAll,
    stop() {
      ended.abort();
      closeAll();
    },
  };
}
