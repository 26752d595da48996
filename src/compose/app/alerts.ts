import {
  combineLatest,
  distinctUntilChanged,
  fromEvent,
  map,
  merge,
  NEVER,
  Observable,
  of,
  Subject,
  Subscription,
  startWith,
  switchMap,
} from 'rxjs';
import type { Api } from '../../../contract/catalogue.ts';
import { staffEvents } from '../../../contract/staffEvents.ts';
import { uuidv7 } from '../../../contract/uuidv7.ts';
import { isQuiet, StoredAlertSettings } from '../../domain/alertSettings.ts';
import { alertKey, placeOfAlert } from '../../domain/alerts.ts';
import { type Owner, ownerName } from '../../domain/owner.ts';
import { currentLanguage } from '../../locales/i18n.ts';
import { isLocked, type Session } from '../../machines/session.ts';
import type { Workspace } from '../../machines/workspace.ts';
import { DutySwitch } from '../../screens/alerts/DutySwitch.tsx';
import { HospitalNotices } from '../../screens/alerts/HospitalNotices.tsx';
import type { AlertDesk, AppearanceStore, Work } from '../../screens/app.ts';
import { alertWords } from '../../screens/chat/alertWords.ts';
import { QuestionCards } from '../../screens/questions/QuestionCards.tsx';
import type { ReviewDesk } from '../../screens/reviewDesk.ts';
import { createAlertSettings } from '../../services/alertSettings.ts';
import { createAlertSound } from '../../services/alertSound.ts';
import { Attention, createAttention } from '../../services/attention.ts';
import { browserParts } from '../../services/browserParts.ts';
import { createTabChannel } from '../../services/crossTab.ts';
import { AlertMade, createAlertDedup, createDesktopNotices } from '../../services/desktopNotice.ts';
import type { DraftStorage } from '../../services/draftBook.ts';
import type { ImSocket } from '../../services/imSocket.ts';
import type { PersonSettings } from '../../services/personSettings.ts';
import { createTabBadge } from '../../services/tabBadge.ts';
import { createTabLeader, LeaderHeartbeat } from '../../services/tabLeader.ts';
import { alertSounds } from '../../streams/alertSounds.ts';
import { auditorAlerts, doctorAlerts, type OpenOrder } from '../../streams/alertSources.ts';
import { alertNotices, collectAlerts, newAlerts } from '../../streams/alerts.ts';
import { live } from '../../streams/live.ts';
import { syncAppearance } from './appearanceSync.ts';
import { openDuty, openNotices } from './frameDesk.ts';
import { openQuestionDesk } from './questionDesk.ts';

export type AlertNeeds = {
  readonly api: Api;
  readonly drafts: DraftStorage;
  readonly visible$: Observable<boolean>;
  readonly window: Window & typeof globalThis;
  readonly owner: Owner;
  readonly settings: PersonSettings;
  readonly appearance: AppearanceStore;
  readonly session: Session;
  readonly socket: ImSocket;
  /** The platform's clock in epoch ms, and the hospital's time zone. */
  readonly now: () => number;
  readonly zone: string;
  readonly work: Work | null;
  readonly review: ReviewDesk | null;
};

const leaderTimings = { everyMs: 2_000, silenceMs: 10_000 };

/** Emits on URL changes in browsers with the Navigation API. */
const addressOf = (window: Window): Observable<unknown> => {
  const navigation: unknown = Reflect.get(window, 'navigation');
  return navigation instanceof EventTarget ? fromEvent(navigation, 'currententrychange') : NEVER;
};

const openOrdersOf = (workspace: Workspace): readonly OpenOrder[] =>
  Object.values(workspace.getSnapshot().context.consultations).map((consultation) => {
    const { key, order } = consultation.getSnapshot().context;
    return { id: key.orderId, conversationId: key.conversationId, patientName: order?.patient.name ?? null };
  });

/** Every snapshot of an actor from now on. */
const snapshotsOf = <T>(actor: { subscribe(listener: (snapshot: T) => void): { unsubscribe(): void } }) =>
  new Observable<T>((subscriber) => {
    const subscription = actor.subscribe((snapshot) => subscriber.next(snapshot));
    return () => subscription.unsubscribe();
  });

/** The questions of auditors to this doctor. */
function openQuestions({ api, socket, visible$, drafts }: AlertNeeds, { signedApi }: Work, scope: Subscription) {
  const [hints$, linked$] = [socket.events('question:changed', staffEvents['question:changed']), socket.linked$];
  return openQuestionDesk({ api, signedApi, hints$, linked$, visible$, drafts }, scope);
}

/** Uses the platform's own times to decide when a silent connection counts as dead. */
async function adoptPlatformTimes({ api, socket }: AlertNeeds) {
  const answer = await api.getImConfig({}, { quiet: true });
  if (answer.ok) socket.allowSilence(answer.data.pingIntervalMs + answer.data.pongTimeoutMs);
}

/** Alerts the signed-in person by sound, notification and badge. One tab alerts for all tabs; every tab ends seen alerts. */
export function openAlerts(needs: AlertNeeds): { readonly desk: AlertDesk; close(): void } {
  const { window, owner, session, socket, now, zone, work, review } = needs;
  const scope = new Subscription();
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
  const settings = createAlertSettings({ settings: needs.settings, channel: settingsChannel });
  const alertDedup = createAlertDedup(dedupChannel);
  const sound = createAlertSound(window);
  const notices = createDesktopNotices(window);
  const attention = createAttention({
    window,
    channel: attentionChannel,
    tab: newId(),
    now: () => Date.now(),
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
  const view = { now: () => Date.now(), tabViews: attention.tabViews, activities: attention.activities };
  const questions = work && openQuestions(needs, work, scope);
  void adoptPlatformTimes(needs);
  const events =
    work && questions
      ? doctorAlerts(
          {
            applied$: work.inbox.applied$,
            summaries: work.inbox.summaries,
            list: work.awaiting.list,
            openOrders: () => openOrdersOf(work.workspace),
            opened$: snapshotsOf(work.workspace),
            changed$: socket.events('prescription:changed'),
            questions: questions.open$,
          },
          view,
        )
      : review
        ? auditorAlerts(review.queue.queue, view)
        : { raised$: NEVER, isResolved: () => true, moved$: NEVER };
  const moved$ = merge(events.moved$, attention.changed$);
  const alerts = collectAlerts({ ...events, moved$ }, scope);
  const rules = {
    pending: alerts.pending,
    newAlerts$: newAlerts({ ...alerts, leads, dedup: alertDedup }),
    settings: settings.current$,
    leads,
    isQuiet: () => isQuiet(settings.current$.value.quiet, now(), zone),
  };
  scope.add(alertSounds(rules).subscribe((kind) => sound.ring(kind, settings.current$.value.volume)));

  syncAppearance(needs.appearance, needs.settings, scope);
  const opened$ = new Subject<string>();
  scope.add(
    alertNotices(rules).subscribe((step) => {
      if ('close' in step) return notices.close(step.close);
      const alert = step.show;
      const { showText } = settings.current$.value;
      const openness = isLocked(session.getSnapshot()) ? 'nothing' : showText ? 'text' : 'initial';
      notices.show({
        tag: alertKey(alert),
        lang: currentLanguage(),
        ...alertWords(alert, openness),
        onClick() {
          alerts.dismiss(alertKey(alert));
          opened$.next(placeOfAlert(alert));
        },
      });
    }),
  );
  // Notifications shown before the lock name patients, so they are closed. Pending items remain in the lists.
  scope.add(locked$.pipe(distinctUntilChanged()).subscribe((locked) => locked && notices.closeAll()));
  const count$ = work?.unread$ ?? review?.waiting$;
  if (count$) {
    const { document: page, navigator } = window;
    const badge = createTabBadge({ page, navigator, fetch: (from) => window.fetch(from) });
    scope.add(count$.subscribe((count) => badge.show(count ?? 0)));
    scope.add(() => badge.show(0));
  }
  return {
    desk: {
      kinds: work ? ['message', 'waiting', 'rejected', 'question'] : ['urgentReview', 'review'],
      settings: settings.current$,
      change: settings.change,
      sound: sound.state$,
      test: () => sound.ring(work ? 'message' : 'review', settings.current$.value.volume),
      permission: notices.permission$,
      askPermission: () => void notices.ask(),
      opened$: opened$.asObservable(),
      duty: work && { ...openDuty(needs, scope), Switch: DutySwitch },
      notices: { ...openNotices(needs, scope), At: HospitalNotices },
      questions: questions && { ...questions, Cards: QuestionCards },
    },
    close: () => scope.unsubscribe(),
  };
}
