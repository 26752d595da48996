import { createContext, type ReactNode, useContext } from 'react';
import type { Observable } from 'rxjs';
import type { AnyActorRef } from 'xstate';
import type { Api } from '../../../contract/catalogue.ts';
import type { Duty, DutyState } from '../../../contract/extension/duty.ts';
import type { HospitalNotice } from '../../../contract/extension/notices.ts';
import type { ClientMessageId, ConversationId, PatientId, RequestId } from '../../../contract/ids.ts';
import type { HospitalChanged } from '../../../contract/socket.ts';
import type { OwnChanged } from '../../../contract/staffEvents.ts';
import type { AlertSettings } from '../../domain/alertSettings.ts';
import type { AlertKind } from '../../domain/alerts.ts';
import type { Attached, Recording, SharedAttachment } from '../../domain/attachedFiles.ts';
import type { SigningRequest } from '../../domain/credentials.ts';
import type { Enumerations } from '../../domain/enumerations.ts';
import type { AcceptLimits } from '../../domain/nextPatient.ts';
import type { StorageState } from '../../domain/outgoing.ts';
import type { Owner } from '../../domain/owner.ts';
import type { Connection } from '../../domain/session.ts';
import type { Inspection } from '../../machines/actors.ts';
import type { prescriptionMachine } from '../../machines/prescription.ts';
import type { puzzleMachine } from '../../machines/puzzle.ts';
import type { Session } from '../../machines/session.ts';
import type { signInMachine } from '../../machines/signIn.ts';
import type { smsCodeMachine } from '../../machines/smsCode.ts';
import type { VoiceActor } from '../../machines/voice.ts';
import type { Workspace } from '../../machines/workspace.ts';
import type { AwaitingList } from '../../streams/awaiting.ts';
import type { Companions } from '../../streams/companions.ts';
import type { Drafts, FormDrafts } from '../../streams/drafts.ts';
import type { Inbox } from '../../streams/inbox.ts';
import type { Live } from '../../streams/live.ts';
import type { Loaded } from '../../streams/loaded.ts';
import type { OrderCounts } from '../../streams/orderCounts.ts';
import type { Rejection } from '../../streams/rejections.ts';
import type { AnnouncerStore } from '../../ui/Announcer.tsx';
import type { OnDemand } from '../../ui/onDemand.ts';
import type { ToastStore } from '../../ui/Toasts.tsx';
import { useLive } from '../hooks/useLive.ts';
import type { QuestionCardsProps, QuestionServices, ReviewerServices } from './reviewerServices.ts';

/**
 * The sign-in machines without their actors. The forms import them, so that the first view of the cloud room does not.
 */
export type SignInMachines = {
  readonly puzzle: typeof puzzleMachine;
  readonly signIn: typeof signInMachine;
  readonly smsCode: typeof smsCodeMachine;
};

/** API of the sign-in screens. */
export type Entrance = {
  /** Provides the actors of the machines; `unlock` signs in on the lock screen and reads no remembered password. */
  readonly machines: (written: SignInMachines) => {
    readonly signIn: typeof signInMachine;
    readonly unlock: typeof signInMachine;
    readonly smsCode: typeof smsCodeMachine;
  };
  readonly remembered: {
    /** Why nothing can be remembered here, or null. */
    readonly unavailable: 'noCrypto' | 'noStorage' | null;
    forget(): Promise<void>;
  };
  /** Whether the platform has confirmed the sign-outs of this browser; `none` if there were none. */
  readonly logoutState$: Live<'none' | 'waiting' | 'confirmed'>;
  /** The last account that signed in by password in this browser. */
  readonly lastAccount: () => string | null;
  /** The secret that identifies this browser to the platform in authentication calls. */
  readonly device: () => string;
};

/** Actions on own messages that are not sent yet. */
export type Outbox = {
  /** Sends it again with the same id. */
  retry(id: ClientMessageId): void;
  discard(id: ClientMessageId): void;
  /** Unsent messages, including failed ones. */
  unsent(conversationId: ConversationId): readonly { readonly clientMessageId: ClientMessageId }[];
  /** How many messages of all conversations are not sent yet. */
  unsentCount(): number;
};

/** Attached files that are not sent yet; they survive closing the pane and the page. */
export type Uploads = {
  /** Attaches the supported files and returns the names of the others. */
  add(conversationId: ConversationId, files: readonly File[]): readonly string[];
  addVoice(conversationId: ConversationId, recording: Recording): string;
  cancel(id: string): void;
  retry(id: string): void;
  /** Sends each file as a message as soon as the platform has stored it. */
  send(ids: readonly string[]): void;
  of(conversationId: ConversationId): Live<readonly Attached[]>;
};

/** Services of the signed-in doctor; they end with the session, so that the next user sees nothing of them. */
export type DoctorServices = {
  readonly owner: Owner;
  readonly workspace: Workspace;
  /** Whose events a problem report contains. */
  readonly recorded: readonly AnyActorRef[];
  readonly inbox: Inbox;
  readonly awaiting: AwaitingList;
  readonly counts$: Live<OrderCounts | null>;
  /** The limits of the consultations that the doctor can have. */
  readonly limits$: Live<Loaded<AcceptLimits>>;
  refreshLimits(): void;
  /** Prescriptions of this doctor that a reviewer has rejected. */
  readonly rejections$: Live<readonly Rejection[]>;
  /** Number of unread messages over all conversations. */
  readonly unread$: Live<number>;
  readonly drafts: Drafts;
  readonly outbox: Outbox;
  readonly uploads: Uploads;
  /** Files that other windows of this doctor upload, by id. */
  readonly attachedElsewhere$: Live<ReadonlyMap<string, SharedAttachment>>;
  /** Records one voice note. */
  readonly recorder: OnDemand<{ readonly recordVoice: () => VoiceActor }>;
  readonly companions: Companions;
  /** Result of the last attempt to store unsent messages and drafts on this machine. */
  readonly storageState$: Live<StorageState>;
  /** The patient about whom something was stated or withdrawn, in this window or elsewhere; null after a gap in the events, when anybody's may have. */
  readonly patientChanged$: Observable<PatientId | null>;
  /** Creates the idempotency key of a prescription: repeated submissions with the same key create one prescription. */
  readonly newRequestId: () => RequestId;
  /** The prescription's machine with the platform and the stored drafts, for prescriptions outside the cloud room. */
  readonly prescribing: typeof prescriptionMachine;
  /** The code with which records and prescriptions ask the platform. */
  readonly documentCalls: OnDemand<unknown>;
  /** The calls that ask for the password before the first signature of a sign-in that began without it. */
  readonly signedApi: Api;
  /** Set while a signature waits for the password. */
  readonly signing$: Live<SigningRequest | null>;
};

/** The doctor's duty state. Its switch comes with it, because no first view waits for it. */
export type DutyStatus = {
  readonly current$: Live<Loaded<Duty>>;
  refresh(): void;
  /** Returns why it was refused, or null. A form shows a refusal beside itself; otherwise a toast does. */
  set(state: DutyState, message: string, shownBy: 'form' | 'toast'): Promise<string | null>;
  readonly Switch: (props: { readonly duty: DutyStatus }) => ReactNode;
};

/** The hospital's notices, and their view at one place of the dictionary banner_position. */
export type Notices = {
  readonly list$: Live<Loaded<readonly HospitalNotice[]>>;
  refresh(): void;
  readonly At: (props: { readonly position: number }) => ReactNode;
};

export type OwnPart = OwnChanged['part'] | HospitalChanged['part'];

/** Changes, on another device or by a colleague, of what a person works with. */
export type OwnChanges = {
  /**
   * Calls `refresh` after each change while it is followed, and at once if there was one since it was last followed; again
   * if its promise is false. Returns the end.
   */
  follow(part: OwnPart, refresh: () => unknown): () => void;
};

/** What the machines of this page received, masked, since `since` (epoch ms of the platform); `content` is the file. */
export type ProblemReports = {
  readonly take: () => { readonly since: number; readonly events: number; readonly content: string };
};

/** Alerts and their settings, and what else loads after the first view: duty state, notices and questions. */
export type AlertServices = {
  /** Kinds of alerts for this user's role. */
  readonly kinds: readonly AlertKind[];
  readonly settings: Live<AlertSettings>;
  change(part: Partial<AlertSettings>): void;
  /** `blocked`: the browser plays no sound before the first interaction. */
  readonly sound: Live<'ready' | 'blocked' | 'missing'>;
  test(): void;
  readonly permission: Live<'granted' | 'denied' | 'default' | 'missing'>;
  askPermission(): void;
  /** URLs of clicked notifications. */
  readonly opened$: Observable<string>;
  /** Null for reviewers. */
  readonly duty: DutyStatus | null;
  readonly notices: Notices;
  readonly own: OwnChanges;
  /** Null for administrators and reviewers. */
  readonly problems: ProblemReports | null;
  /** Null for reviewers. Its cards come with it, because no question waits for most first views. */
  readonly questions: (QuestionServices & { readonly Cards: (props: QuestionCardsProps) => ReactNode }) | null;
};

/** Appearance on this device; `language` is null until the user chooses one. */
export type Appearance = {
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'comfortable' | 'compact';
  readonly fontSize: 's' | 'm' | 'l';
  readonly language: string | null;
};

/** Appearance and how to change it. */
export type AppearanceStore = {
  readonly current$: Live<Appearance>;
  change(part: Partial<Appearance>): void;
};

/** The user's settings by name; if storing fails, a setting still applies to this page. */
export type SettingsStore = {
  readonly current$: Live<Readonly<Record<string, unknown>>>;
  load(): void;
  choose(part: Readonly<Record<string, unknown>>): void;
};

/** Services that the composition root provides to the screens. */
export type App = {
  readonly api: Api;
  /** For the machines that screens start. */
  readonly inspection: Inspection;
  readonly session: Session;
  readonly entrance: Entrance;
  readonly connection$: Live<Connection>;
  /** The platform's time in epoch ms, updated every second. */
  readonly now$: Live<number>;
  /** The hospital's time zone, in which all times are shown. */
  readonly zone: string;
  /** Null unless a doctor is signed in. */
  readonly work$: Live<DoctorServices | null>;
  /** Null unless a reviewer is signed in. */
  readonly review$: Live<ReviewerServices | null>;
  /** Null until its code has loaded, which the first view does not wait for. */
  /** The code of the alerts, which loads after the first view. */
  readonly alertCode: OnDemand<unknown>;
  readonly alerts$: Live<AlertServices | null>;
  /** What this person types in forms and has not saved. */
  readonly formDrafts$: Live<FormDrafts>;
  /** The platform's dictionaries, such as consultation types and prescription statuses. */
  readonly lists$: Live<Enumerations>;
  /** The signed URL of a file in a message on the file host. */
  readonly linkOf: (url: string) => string;
  /** False if the browser forbids web storage; the sign-in then ends with the page. */
  readonly isStorageLasting: () => boolean;
  readonly appearance: AppearanceStore;
  readonly settings: SettingsStore;
  readonly toasts: ToastStore;
  readonly announcer: AnnouncerStore;
  /** Logs an error that an error boundary caught. */
  readonly report: (error: unknown) => void;
};

export const AppContext = createContext<App | null>(null);

/** The application services. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp outside of the application');
  return app;
}

/** The signed-in doctor's services; only for screens after sign-in. */
export function useWork(): DoctorServices {
  const work = useLive(useApp().work$);
  if (!work) throw new Error('no doctor is signed in');
  return work;
}

/** The signed-in reviewer's services; only for screens after sign-in. */
export function useReview(): ReviewerServices {
  const services = useLive(useApp().review$);
  if (!services) throw new Error('no reviewer is signed in');
  return services;
}
