import { merge, NEVER, type Observable, Subscription } from 'rxjs';
import type { Api } from '../../../contract/catalogue.ts';
import { staffEvents } from '../../../contract/staffEvents.ts';
import { isQuiet } from '../../domain/alertSettings.ts';
import type { Owner } from '../../domain/owner.ts';
import type { Inspection } from '../../machines/actors.ts';
import { keyOf, orderOf } from '../../machines/selectors/consultation.ts';
import { consultationsOf } from '../../machines/selectors/workspace.ts';
import type { Session } from '../../machines/session.ts';
import type { Workspace } from '../../machines/workspace.ts';
import { DutySwitch } from '../../screens/alerts/DutySwitch.tsx';
import { HospitalNotices } from '../../screens/alerts/HospitalNotices.tsx';
import type { AlertServices, AppearanceStore, DoctorServices } from '../../screens/app/app.ts';
import type { ReviewerServices } from '../../screens/app/reviewerServices.ts';
import { QuestionCards } from '../../screens/questions/QuestionCards.tsx';
import type { SearchedDrafts } from '../../services/draftBook.ts';
import type { PersonSettings } from '../../services/personSettings.ts';
import { steadyNow } from '../../services/serverClock.ts';
import { alertSounds } from '../../streams/alertSounds.ts';
import { doctorAlerts, type OpenOrder, reviewerAlerts } from '../../streams/alertSources.ts';
import { alertNotices, collectAlerts, newAlerts } from '../../streams/alerts.ts';
import type { Link } from '../adapters/link.ts';
import { showBadge, showNotices } from './alertOutput.ts';
import { openAlertTab, snapshotsOf } from './alertTab.ts';
import { syncAppearance } from './appearanceSync.ts';
import { openDuty, openNotices } from './duty.ts';
import { openOwnChanges } from './ownChanges.ts';
import { openProblemReports } from './problemReports.ts';
import { openQuestionServices } from './questionServices.ts';

export type AlertNeeds = {
  readonly inspection: Inspection;
  readonly api: Api;
  readonly drafts: SearchedDrafts;
  readonly visible$: Observable<boolean>;
  readonly window: Window & typeof globalThis;
  readonly owner: Owner;
  readonly settings: PersonSettings;
  readonly appearance: AppearanceStore;
  readonly session: Session;
  readonly socket: Link;
  /** The platform's clock in epoch ms, and the hospital's time zone. */
  readonly now: () => number;
  readonly zone: string;
  readonly work: DoctorServices | null;
  readonly review: ReviewerServices | null;
};

const openOrdersOf = (workspace: Workspace): readonly OpenOrder[] =>
  Object.values(consultationsOf(workspace.getSnapshot())).map((consultation) => {
    const now = consultation.getSnapshot();
    const { orderId, conversationId } = keyOf(now);
    return { id: orderId, conversationId, patientName: orderOf(now)?.patient.name ?? null };
  });

/** The questions of reviewers to this doctor. */
function openQuestions(
  { inspection, api, socket, visible$, drafts }: AlertNeeds,
  { signedApi }: DoctorServices,
  scope: Subscription,
) {
  const [hints$, linked$] = [socket.events('question:changed', staffEvents['question:changed']), socket.current$];
  return openQuestionServices({ inspection, api, signedApi, hints$, linked$, visible$, drafts }, scope);
}

/** Uses the platform's own times to decide when a silent connection counts as dead. */
async function adoptPlatformTimes({ api, socket }: AlertNeeds) {
  const answer = await api.getImConfig({}, { quiet: true });
  if (answer.ok) socket.allowSilence(answer.data.pingIntervalMs + answer.data.pongTimeoutMs);
}

/** What this person is alerted to: a doctor to patients and questions, a reviewer to reviews. */
function alertsOf(
  { socket, work, review }: AlertNeeds,
  questions: ReturnType<typeof openQuestions> | null,
  view: Parameters<typeof doctorAlerts>[1],
) {
  if (work && questions)
    return doctorAlerts(
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
    );
  return review ? reviewerAlerts(review.queue.queue, view) : { raised$: NEVER, isResolved: () => true, moved$: NEVER };
}

/** Alerts the signed-in person by sound, notification and badge. One tab alerts for all tabs; every tab ends seen alerts. */
export function openAlerts(needs: AlertNeeds): { readonly services: AlertServices; close(): void } {
  const { window, owner, session, now, zone, work, review } = needs;
  const scope = new Subscription();
  const tab = openAlertTab({ window, owner, session, stored: needs.settings }, scope);
  const { settings, sound, notices, attention, leads } = tab;
  // The clock of the activities, with which the times of alerts are compared.
  const view = { now: steadyNow, tabViews: attention.tabViews, activities: attention.activities };
  const questions = work && openQuestions(needs, work, scope);
  void adoptPlatformTimes(needs);
  const events = alertsOf(needs, questions, view);
  const moved$ = merge(events.moved$, attention.changed$);
  const alerts = collectAlerts({ ...events, moved$ }, scope);
  const rules = {
    pending: alerts.pending,
    newAlerts$: newAlerts({ ...alerts, leads, dedup: tab.alertDedup }),
    settings: settings.current$,
    leads,
    isQuiet: () => isQuiet(settings.current$.value.quiet, now(), zone),
  };
  scope.add(alertSounds(rules).subscribe((kind) => sound.ring(kind, settings.current$.value.volume)));

  const refreshLimits = work?.refreshLimits ?? (() => {});
  syncAppearance(needs.appearance, needs.settings, scope);
  const opened$ = showNotices(session, tab, { steps$: alertNotices(rules), dismiss: alerts.dismiss }, scope);
  const count$ = work?.unread$ ?? review?.waiting$;
  if (count$) showBadge(window, count$, scope);
  return {
    services: {
      kinds: work ? ['message', 'waiting', 'rejected', 'question'] : review ? ['urgentReview', 'review'] : [],
      settings: settings.current$,
      change: settings.change,
      sound: sound.state$,
      test: () => sound.ring(work ? 'message' : 'review', settings.current$.value.volume),
      permission: notices.permission$,
      askPermission: () => void notices.ask(),
      opened$,
      duty: work && { ...openDuty(needs, scope), Switch: DutySwitch },
      notices: { ...openNotices(needs, scope), At: HospitalNotices },
      problems: work && openProblemReports({ window, session, now, recorded: work.recorded }, scope),
      own: openOwnChanges({ socket: needs.socket, refreshLimits }, scope),
      questions: questions && { ...questions, Cards: QuestionCards },
    },
    close: () => scope.unsubscribe(),
  };
}
