import { BehaviorSubject } from 'rxjs';
import { hospitalZone as zone } from '../../../contract/limits.ts';
import { isSameOwner, type Owner } from '../../domain/owner.ts';
import type { Connection, Role } from '../../domain/session.ts';
import { loadTexts, t } from '../../locales/i18n.ts';
import { identityOf, isLocked, mustChangePassword, roleOf, type SessionSnapshot } from '../../machines/session.ts';
import type { AlertServices, App, DoctorServices } from '../../screens/app/app.ts';
import type { ReviewerServices } from '../../screens/app/reviewerServices.ts';
import { createAppearance } from '../../services/appearance.ts';
import { createFormDrafts } from '../../services/formDrafts.ts';
import { createPersonSettings } from '../../services/personSettings.ts';
import { createSafeStorage, deviceKey, unloadJournalPrefix } from '../../services/safeStorage.ts';
import { createAnnouncer } from '../../ui/Announcer.tsx';
import { hideCompositionKeys } from '../../ui/ime.ts';
import { showTypedControls } from '../../ui/insertText.ts';
import { onDemand } from '../../ui/onDemand.ts';
import { announceSilentValues } from '../../ui/silentValues.ts';
import { createToasts } from '../../ui/Toasts.tsx';
import { openSignIn } from './entrance.ts';
import { failedCallToast } from './failedCall.ts';

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

type Person = { readonly owner: Owner; readonly role: Role };

function personIn(snapshot: SessionSnapshot): Person | null {
  const identity = identityOf(snapshot);
  const role = roleOf(snapshot);
  if (!identity || !role || !snapshot.hasTag('signedIn') || mustChangePassword(snapshot)) return null;
  return { owner: { tenantId: identity.tenantId, userId: identity.userId }, role };
}

type Opening = {
  start(): void;
  /** Resolves once the calls of the cloud room are available. Before that, only those of the sign-in are. */
  loadWorkCalls(): Promise<void>;
  /** Resolves once every call is available. */
  loadAllCalls(): Promise<void>;
};

/** Builds the application: device-level parts immediately, a person's parts after they sign in. */
export function openApp(window: Window & typeof globalThis): App & Opening {
  const now = () => Date.now();
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

  let person: Person | null = null;
  let lastOwner: Person['owner'] | null = null;
  let leave: (() => void) | null = null;

  function offerReload(): number | null {
    const action = { label: t('common.actions.reload'), run: () => window.location.reload() };
    return toasts.show({ tone: 'danger', text: t('layout.chunkFailed.text'), action, lastsMs: aDayMs });
  }

  /** The code of the person's role; the sign-in page stays small without it. */
  const codeOf = (role: Role) =>
    onDemand(async () => {
      const calls = role === 'doctor' ? entrance.loadWorkCalls() : entrance.loadAllCalls();
      const [{ openPersonal }] = await Promise.all([import('./person.ts'), calls]);
      if (role === 'administrator') return { openPersonal, desk: { role } };
      return role === 'auditor'
        ? { openPersonal, desk: { role, open: (await import('./reviewerServices.ts')).openReviewerServices } }
        : { openPersonal, desk: { role, open: (await import('./doctorServices.ts')).openDoctorServices } };
    });
  /** Alerts load after the first paint, with the calls and texts of what opens with them. */
  const alertCode = onDemand(async () => {
    const [{ openAlerts }] = await Promise.all([import('./alerts.ts'), entrance.loadAllCalls(), loadTexts('office')]);
    return { openAlerts };
  });

  /** Opens the person's desk after the sign-in; while its code stays away, a message offers the reload. */
  async function enter(who: Person) {
    const code = codeOf(who.role);
    let offered: number | null = null;
    code.load().catch((cause: unknown) => {
      log.note('the desk could not be opened', cause);
      if (person === who) offered = offerReload();
    });
    const { openPersonal, desk } = await code.whenLoaded();
    if (offered !== null) toasts.dismiss(offered);
    if (person !== who) return;
    leave = openPersonal({
      window,
      owner: who.owner,
      desk,
      api,
      alertCode,
      session,
      config,
      clock,
      settings,
      refreshLists: entrance.refreshLists,
      refreshTenant: entrance.refreshTenant,
      appearance,
      log: log.note,
      connection$,
      now$,
      work$,
      review$,
      alerts$,
      formStorageOpened: formDrafts$.value.opened,
      zone,
    });
  }

  session.subscribe((snapshot) => {
    const next = personIn(snapshot);
    if (isLocked(snapshot)) announcer.forget();
    if (isSameOwner(person?.owner ?? null, next?.owner ?? null) && person?.role === next?.role) return;
    leave?.();
    leave = null;
    if (person) {
      toasts.forget();
      announcer.forget();
    }
    if (lastOwner && next && !isSameOwner(lastOwner, next.owner)) settings.forget();
    lastOwner = next?.owner ?? lastOwner;
    person = next;
    formDrafts$.next(createFormDrafts());
    if (!next) return;
    enter(next).catch((cause: unknown) => {
      log.note('the desk could not be opened', cause);
      offerReload();
    });
  });

  return {
    api,
    session,
    entrance: entrance.entrance,
    connection$,
    now$,
    work$,
    review$,
    alerts$,
    alertCode,
    formDrafts$,
    zone,
    lists$: entrance.lists$,
    linkOf: (url) => new URL(url, config.current.fileHost).href,
    isStorageLasting: local.isLasting,
    appearance,
    settings,
    toasts,
    announcer,
    report: (error) => log.note('screen', error),
    loadWorkCalls: entrance.loadWorkCalls,
    loadAllCalls: entrance.loadAllCalls,
    start: entrance.start,
  };
}
