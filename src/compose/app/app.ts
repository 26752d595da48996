import { BehaviorSubject, from, map } from 'rxjs';
import { hospitalZone as zone } from '../../../contract/limits.ts';
import type { Connection, Role } from '../../domain/session.ts';
import { loadTexts, t } from '../../locales/i18n.ts';
import type { Inspection } from '../../machines/actors.ts';
import { identityOf, isLocked, mustChangePassword, roleOf } from '../../machines/selectors/session.ts';
import type { SessionSnapshot } from '../../machines/session.ts';
import type { AlertServices, App, DoctorServices } from '../../screens/app/app.ts';
import type { ReviewerServices } from '../../screens/app/reviewerServices.ts';
import { createAppearance } from '../../services/appearance.ts';
import { createFormDrafts } from '../../services/formDrafts.ts';
import { createPersonSettings } from '../../services/personSettings.ts';
import { createSafeStorage, deviceKey, unloadJournalPrefix } from '../../services/safeStorage.ts';
import { createAnnouncer } from '../../ui/Announcer.tsx';
import { hideCompositionKeys } from '../../ui/ime.ts';
import { showTypedControls } from '../../ui/insertText.ts';
import { inspectParts, onDemand } from '../../ui/onDemand.ts';
import { announceSilentValues } from '../../ui/silentValues.ts';
import { createToasts } from '../../ui/Toasts.tsx';
import { openSignIn } from './entrance.ts';
import { failedCallToast } from './failedCall.ts';
import { followPerson, openOnceLoaded, type Person } from './stay.ts';

/** Logs errors that no screen can show to the browser's console, and reports them without their messages. */
export function recordErrors(window: Window & typeof globalThis, entrance: () => ReturnType<typeof openSignIn>) {
  const reporting = onDemand(() => import('./errorReporting.ts'));
  const report = (what: string, error: unknown) => {
    if (error instanceof Error)
      reporting.load().then(
        (loaded) => loaded.reportError(window, entrance(), what, error),
        () => {},
      );
  };
  const note = (what: string, detail: unknown) => {
    window.console.error(`[cloudroom] ${what}`, detail);
    report(what, detail);
  };
  window.addEventListener('unhandledrejection', ({ reason }) => note('unhandled', reason));
  window.addEventListener('error', ({ error }) => report('uncaught', error));
  return { note };
}

/** Local storage keys that survive a logout: device settings, and notes saved while the page closed. */
const preservedKeys = ['APPEARANCE', deviceKey, unloadJournalPrefix];

const aDayMs = 24 * 3_600_000;

function personIn(snapshot: SessionSnapshot): Person | null {
  const identity = identityOf(snapshot);
  const role = roleOf(snapshot);
  if (!identity || !role || !snapshot.hasTag('signedIn') || mustChangePassword(snapshot)) return null;
  return { owner: { hospitalId: identity.hospitalId, userId: identity.userId }, role };
}

type Opening = {
  start(): void;
  /** Resolves once the calls of the cloud room are available. Before that, only those of the sign-in are. */
  loadWorkCalls(): Promise<void>;
  /** Resolves once every call is available. */
  loadAllCalls(): Promise<void>;
};

/** Builds the application: device-level parts immediately, a person's parts after they sign in. */
export function openApp(window: Window & typeof globalThis, inspection: Inspection = {}): App & Opening {
  const now = () => Date.now();
  inspectParts(inspection);
  const local = createSafeStorage(() => window.localStorage);
  const log = recordErrors(window, () => entrance);
  hideCompositionKeys(window);
  announceSilentValues(window);
  showTypedControls(window);
  const toasts = createToasts({ now });
  const announcer = createAnnouncer();
  const appearance = createAppearance({
    storage: local,
    page: window.document.documentElement,
    prefersDark: window.matchMedia('(prefers-color-scheme: dark)'),
    window,
  });
  const entrance = openSignIn({
    inspection,
    window,
    local,
    toast: (failed) => void toasts.show(failedCallToast(failed)),
    log: log.note,
    preservedKeys,
  });
  const { session, api, config, clock } = entrance;
  const settings = createPersonSettings({ api });
  const connection$ = new BehaviorSubject<Connection>({ state: 'reconnecting', since: now() });
  const now$ = new BehaviorSubject(clock.now());
  const work$ = new BehaviorSubject<DoctorServices | null>(null);
  const review$ = new BehaviorSubject<ReviewerServices | null>(null);
  const alerts$ = new BehaviorSubject<AlertServices | null>(null);

  const formDrafts$ = new BehaviorSubject(createFormDrafts());

  function offerReload(): number | null {
    const action = { label: t('common.actions.reload'), run: () => window.location.reload() };
    return toasts.show({ tone: 'danger', text: t('layout.chunkFailed.text'), action, lastsMs: aDayMs });
  }

  /** The code of the person's role; the sign-in page stays small without it. */
  const codeOf = (role: Role) =>
    onDemand(async () => {
      const calls = role === 'doctor' ? entrance.loadWorkCalls() : entrance.loadAllCalls();
      const [{ openPersonal, openDoctorServices }] = await Promise.all([import('./afterSignIn.ts'), calls]);
      if (role === 'administrator') return { openPersonal, services: { role } };
      return role === 'reviewer'
        ? { openPersonal, services: { role, open: (await import('./reviewerServices.ts')).openReviewerServices } }
        : { openPersonal, services: { role, open: openDoctorServices } };
    });
  /** Alerts load after the first paint, with the calls and texts of what opens with them. */
  const alertCode = onDemand(async () => {
    const [{ openAlerts }] = await Promise.all([import('./alerts.ts'), entrance.loadAllCalls(), loadTexts('office')]);
    return { openAlerts };
  });

  const unopened = (cause: unknown) => log.note('the services could not be opened', cause);
  /** While the code of the person's role stays away, a message offers the reload. */
  const partsOf = ({ owner, role }: Person) =>
    openOnceLoaded(codeOf(role), {
      open: ({ openPersonal, services }) =>
        openPersonal({
          ...entrance,
          inspection,
          window,
          owner,
          services,
          alertCode,
          settings,
          appearance,
          log: log.note,
          connection$,
          now$,
          work$,
          review$,
          alerts$,
          formStorageOpened: formDrafts$.value.opened,
          zone,
        }),
      missing(cause) {
        unopened(cause);
        const offered = offerReload();
        return () => offered !== null && toasts.dismiss(offered);
      },
      failed(cause) {
        unopened(cause);
        offerReload();
      },
    });

  followPerson({
    person$: from(session).pipe(map(personIn)),
    parts: partsOf,
    changed(isAnother) {
      if (isAnother) settings.forget();
      formDrafts$.next(createFormDrafts());
    },
    left() {
      toasts.forget();
      announcer.forget();
    },
  });
  session.subscribe((snapshot) => {
    if (isLocked(snapshot)) announcer.forget();
  });

  return {
    ...entrance,
    inspection,
    connection$,
    now$,
    work$,
    review$,
    alerts$,
    alertCode,
    formDrafts$,
    zone,
    linkOf: (url) => new URL(url, config.current.fileHost).href,
    isStorageLasting: local.isLasting,
    appearance,
    settings,
    toasts,
    announcer,
    report: (error) => log.note('screen', error),
  };
}
