import { distinctUntilChanged, Subject, type Subscription } from 'rxjs';
import { alertKey, placeOfAlert } from '../../domain/alerts.ts';
import { currentLanguage } from '../../locales/i18n.ts';
import { isLocked } from '../../machines/selectors/session.ts';
import type { Session } from '../../machines/session.ts';
import { alertWords } from '../../screens/chat/alertWords.ts';
import { createTabBadge } from '../../services/tabBadge.ts';
import type { alertNotices } from '../../streams/alerts.ts';
import type { Live } from '../../streams/live.ts';
import type { AlertTab } from './alertTab.ts';

type Steps = {
  readonly steps$: ReturnType<typeof alertNotices>;
  readonly dismiss: (key: string) => void;
};

/** Shows desktop notifications, with as much text as settings and lock allow. Emits the place of one that is clicked. */
export function showNotices(
  session: Session,
  { notices, settings, locked$ }: AlertTab,
  { steps$, dismiss }: Steps,
  scope: Subscription,
) {
  const opened$ = new Subject<string>();
  scope.add(
    steps$.subscribe((step) => {
      if ('close' in step) return notices.close(step.close);
      const alert = step.show;
      const { showText } = settings.current$.value;
      const openness = isLocked(session.getSnapshot()) ? 'nothing' : showText ? 'text' : 'initial';
      notices.show({
        tag: alertKey(alert),
        lang: currentLanguage(),
        ...alertWords(alert, openness),
        onClick() {
          dismiss(alertKey(alert));
          opened$.next(placeOfAlert(alert));
        },
      });
    }),
  );
  // Notifications shown before the lock name patients, so they are closed. Pending items remain in the lists.
  scope.add(locked$.pipe(distinctUntilChanged()).subscribe((locked) => locked && notices.closeAll()));
  return opened$.asObservable();
}

/** Shows a count on the icons of the tab and of the installed app. */
export function showBadge(window: Window & typeof globalThis, count$: Live<number | null>, scope: Subscription) {
  const { document: page, navigator } = window;
  const badge = createTabBadge({ page, navigator, fetch: (from) => window.fetch(from) });
  scope.add(count$.subscribe((count) => badge.show(count ?? 0)));
  scope.add(() => badge.show(0));
}
