import { createContext, useContext } from 'react';
import type { Observable } from 'rxjs';
import type { Api } from '../../contract/catalogue.ts';
import type { ClientMessageId, ConversationId, RequestId } from '../../contract/ids.ts';
import type { AlertSettings } from '../domain/alertSettings.ts';
import type { AlertKind } from '../domain/alerts.ts';
import type { Attached, AttachedHere, Recording } from '../domain/attachedFiles.ts';
import type { Enumerations } from '../domain/enumerations.ts';
import type { StoreOutcome } from '../domain/outgoing.ts';
import type { Owner } from '../domain/owner.ts';
import type { Connection } from '../domain/session.ts';
import type { AuditQueue } from '../machines/auditQueue.ts';
import type { puzzleMachine } from '../machines/puzzle.ts';
import type { Session } from '../machines/session.ts';
import type { signInMachine } from '../machines/signIn.ts';
import type { smsCodeMachine } from '../machines/smsCode.ts';
import type { VoiceActor } from '../machines/voice.ts';
import type { Workspace } from '../machines/workspace.ts';
import type { AwaitingList } from '../streams/awaiting.ts';
import type { Companions } from '../streams/companions.ts';
import type { Drafts } from '../streams/drafts.ts';
import type { Inbox } from '../streams/inbox.ts';
import type { Live } from '../streams/live.ts';
import type { OrderCounts } from '../streams/orderCounts.ts';
import type { ReviewQueue } from '../streams/prescriptionQueue.ts';
import type { AnnouncerStore } from '../ui/Announcer.tsx';
import type { OnDemand } from '../ui/onDemand.ts';
import type { ToastStore } from '../ui/Toasts.tsx';
import { useLive } from './useLive.ts';

/** The machines of the sign-in forms as they are written. The forms load them, so that the first view of the work does not. */
export type SignInMachines = {
  readonly puzzle: typeof puzzleMachine;
  readonly signIn: typeof signInMachine;
  readonly smsCode: typeof smsCodeMachine;
};

/** What the sign-in screens are given: calls for their machines, and what this device may remember. */
export type Entrance = {
  /** The machines, ready to run; `unlock` signs in at a locked screen and reads nothing remembered. */
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
  /** Whether the platform has heard of the logouts of this browser; `none` where there is nothing to say. */
  readonly logoutNews$: Live<'none' | 'waiting' | 'confirmed'>;
  /** The account that signed in last in this browser, if it was by password. */
  readonly lastAccount: () => string | null;
  /** The secret by which the platform recognises this browser, for calls that prove who one is. */
  readonly device: () => string;
};

/** What a person can do about an own message that was not sent. */
export type Outbox = {
  /** Sends it once more, under the same id. */
  retry(id: ClientMessageId): void;
  discard(id: ClientMessageId): void;
  /** Messages that are not sent yet, failed ones among them. */
  unsent(conversationId: ConversationId): readonly { readonly clientMessageId: ClientMessageId }[];
};

/** The files that the doctor has attached and not yet sent. They survive the pane and the page. */
export type Uploads = {
  /** Attaches the files that can be sent, and returns the names of the others. */
  add(conversationId: ConversationId, files: readonly File[]): readonly string[];
  addVoice(conversationId: ConversationId, recording: Recording): string;
  cancel(id: string): void;
  retry(id: string): void;
  /** Sends each in a message of its own as soon as the platform has stored it. */
  send(ids: readonly string[]): void;
  of(conversationId: ConversationId): Live<readonly Attached[]>;
};

/** Everything of one signed-in doctor. It ends with the sign-in, so that the next person finds nothing of it. */
export type Work = {
  readonly owner: Owner;
  readonly workspace: Workspace;
  readonly inbox: Inbox;
  readonly awaiting: AwaitingList;
  readonly counts$: Live<OrderCounts | null>;
  /** Messages of patients that nobody has read, over all conversations. */
  readonly unread$: Live<number>;
  readonly drafts: Drafts;
  readonly outbox: Outbox;
  readonly uploads: Uploads;
  /** Files that other windows of this doctor take care of, by id. */
  readonly attachedElsewhere$: Live<ReadonlyMap<string, AttachedHere>>;
  /** Opens the microphone for one voice note. */
  readonly recorder: OnDemand<{ readonly recordVoice: () => VoiceActor }>;
  readonly companions: Companions;
  /** How the last attempt went to keep unsent messages and drafts on this machine. */
  readonly safety$: Live<StoreOutcome>;
  /** The name under which one intent to prescribe is known for good: however often it is sent, one prescription is made. */
  readonly newRequestId: () => RequestId;
};

/** Everything of one signed-in auditor. */
export type ReviewDesk = {
  readonly owner: Owner;
  readonly queue: ReviewQueue;
  readonly auditQueue: AuditQueue;
  /** How the last attempt went to keep comments on this machine. */
  readonly safety$: Work['safety$'];
};

/** How the person is called when something wants their eye. */
export type AlertDesk = {
  /** What this person can be called for. */
  readonly kinds: readonly AlertKind[];
  readonly settings: Live<AlertSettings>;
  change(part: Partial<AlertSettings>): void;
  /** `blocked`: the browser makes no sound before this page was used. */
  readonly sound: Live<'ready' | 'blocked' | 'missing'>;
  test(): void;
  readonly permission: Live<'granted' | 'denied' | 'default' | 'missing'>;
  askPermission(): void;
  /** Addresses that a clicked notification leads to. */
  readonly opened$: Observable<string>;
};

/** How the product looks on this device. `language` is null until the person has chosen one. */
export type Appearance = {
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'comfortable' | 'compact';
  readonly fontSize: 's' | 'm' | 'l';
  readonly language: string | null;
};

/** The look, and how to change it. */
export type AppearanceStore = {
  readonly current$: Live<Appearance>;
  change(part: Partial<Appearance>): void;
};

/** A person's own choices on the screens, by name. A failure costs only the keeping. */
export type SettingsStore = {
  readonly current$: Live<Readonly<Record<string, unknown>>>;
  load(): void;
  choose(part: Readonly<Record<string, unknown>>): void;
};

/** What the screens are given by the composition root. */
export type App = {
  readonly api: Api;
  readonly session: Session;
  readonly entrance: Entrance;
  readonly connection$: Live<Connection>;
  /** The platform's time, in epoch ms, once a second. */
  readonly now$: Live<number>;
  /** The hospital's time zone, in which every time is shown. */
  readonly zone: string;
  /** Null while nobody, or no doctor, is signed in. */
  readonly work$: Live<Work | null>;
  /** Null while nobody, or no auditor, is signed in. */
  readonly review$: Live<ReviewDesk | null>;
  /** Null until the code for it is there: nothing of the first view waits for it. */
  readonly alerts$: Live<AlertDesk | null>;
  /** The platform's lists of words: types of consultation, states of prescriptions. */
  readonly lists$: Live<Enumerations>;
  /** The address under which a file named in a message opens now: on the file host, signed. */
  readonly linkOf: (url: string) => string;
  /** False where the browser forbids web storage: the sign-in ends with the page. */
  readonly isStorageLasting: () => boolean;
  readonly appearance: AppearanceStore;
  readonly settings: SettingsStore;
  readonly toasts: ToastStore;
  readonly announcer: AnnouncerStore;
  /** Notes an error that only one pane did not survive. */
  readonly report: (error: unknown) => void;
};

export const AppContext = createContext<App | null>(null);

/** The product's actors, streams and calls. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp outside of the application');
  return app;
}

/** The signed-in doctor's work; only for screens behind the sign-in. */
export function useWork(): Work {
  const work = useLive(useApp().work$);
  if (!work) throw new Error('no doctor is signed in');
  return work;
}

/** The signed-in auditor's desk; only for screens behind the sign-in. */
export function useReview(): ReviewDesk {
  const desk = useLive(useApp().review$);
  if (!desk) throw new Error('no auditor is signed in');
  return desk;
}
