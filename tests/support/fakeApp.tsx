import type { ReactElement } from 'react';
import { BehaviorSubject, filter, NEVER, Subject, Subscription, take } from 'rxjs';
import { createActor, fromPromise } from 'xstate';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { type Api, catalogue } from '../../contract/catalogue.ts';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import { AccountId, type ConversationId, HospitalId, type OrderId, RequestId } from '../../contract/ids.ts';
import type { CallOptions, Failure } from '../../contract/operation.ts';
import { createConsultationMachine } from '../../src/compose/adapters/consultation.ts';
import { createPrescriptionMachine, createRecordMachine } from '../../src/compose/adapters/documents.ts';
import { failedCallToast } from '../../src/compose/app/failedCall.ts';
import type { SharedAttachment } from '../../src/domain/attachedFiles.ts';
import { type Enumerations, noEnumerations } from '../../src/domain/enumerations.ts';
import type { AcceptLimits } from '../../src/domain/nextPatient.ts';
import type { Owner } from '../../src/domain/owner.ts';
import type { StoredWorkspace } from '../../src/domain/paneLayout.ts';
import type { Connection } from '../../src/domain/session.ts';
import type { consultationMachine } from '../../src/machines/consultation.ts';
import type { Session } from '../../src/machines/session.ts';
import { workspaceMachine } from '../../src/machines/workspace.ts';
import { type App, AppContext, type DoctorServices } from '../../src/screens/app/app.ts';
import type { ReviewerServices } from '../../src/screens/app/reviewerServices.ts';
import { createErrorToastPolicy } from '../../src/services/errorToastPolicy.ts';
import { createPersonSettings } from '../../src/services/personSettings.ts';
import type { Vault } from '../../src/services/vault.ts';
import type { Awaiting } from '../../src/streams/awaiting.ts';
import type { Loaded } from '../../src/streams/loaded.ts';
import type { Rejection } from '../../src/streams/rejections.ts';
import { createAnnouncer } from '../../src/ui/Announcer.tsx';
import { createToasts } from '../../src/ui/Toasts.tsx';
import { fakeActor } from './fakeActor.ts';
import { fakeCompanions } from './fakeCompanions.ts';
import { fakeDrafts } from './fakeDrafts.ts';
import { fakeInbox } from './fakeInbox.ts';
import { fakeUploads } from './fakeUploads.ts';
import { fakeVoice } from './fakeVoice.ts';
import { openFormDrafts } from './formDrafts.ts';
import { loadedPart } from './loadedPart.ts';

/** Start time of the tests. */
export const startOfTest = Date.UTC(2026, 2, 2, 1, 30);

const minute = 60_000;

type OrderPatch = Partial<Omit<ConsultOrder, 'patient'>> & { readonly patient?: Partial<ConsultOrder['patient']> };

/** A patient's order, 20 minutes old, with the test's changes. */
export function order(id: string, name: string, { patient, ...patch }: OrderPatch = {}): ConsultOrder {
  return {
    id: id as OrderId,
    orderNo: `WZ2603020000${id}`,
    consultType: 1,
    status: OrderStatus.active,
    patient: {
      id: `p${id}` as ConsultOrder['patient']['id'],
      name,
      gender: 2,
      birthday: '1991-05-04',
      age: 34,
      ageText: '34 years',
      mobile: '138****0000',
      ...patient,
    },
    chiefComplaint: 'Headache for two days',
    payAmount: 5000,
    createTime: startOfTest - 20 * minute,
    payTime: startOfTest - 20 * minute,
    conversationId: `c${id}` as ConversationId,
    unread: 0,
    version: 1,
    ...patch,
  };
}

export const waitingOrder = (id: string, name: string, patch: OrderPatch = {}): ConsultOrder =>
  order(id, name, { status: OrderStatus.awaiting, ...patch });

const unanswered: Failure = { kind: 'network', code: null, message: 'no platform in this test', data: null };

/** Thrown by a fake answer to refuse a call. */
export class Refused extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data: unknown = null) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

type Answers = Partial<Record<keyof Api, (input: never, options: CallOptions) => unknown>>;

type FailedHere = { readonly name: keyof Api; readonly failure: Failure; readonly options: CallOptions };

/**
 * Calls that fail unless the test answers them; every call is recorded. A fake answer returns the data of a success.
 */
function fakeApi(answers: Answers) {
  const calls: { name: string; input: unknown }[] = [];
  const failed$ = new Subject<FailedHere>();
  const fail = (name: keyof Api, failure: Failure, options: CallOptions) => {
    failed$.next({ name, failure, options });
    return { ok: false, failure };
  };
  const api = new Proxy({} as Api, {
    get:
      (_, name: keyof Api) =>
      async (input: never, options: CallOptions = {}) => {
        calls.push({ name, input });
        try {
          const data = await answers[name]?.(input, options);
          return data === undefined ? fail(name, unanswered, options) : { ok: true, data };
        } catch (cause) {
          if (!(cause instanceof Refused)) throw cause;
          const { code, message, data } = cause;
          return fail(name, { kind: code === 404 ? 'notFound' : 'business', code, message, data }, options);
        }
      },
  });
  return { api, calls, failed$ };
}

type Options = {
  readonly waiting?: readonly ConsultOrder[];
  readonly running?: readonly ConsultOrder[];
  readonly state?: Awaiting['state'];
  readonly answers?: Answers;
  readonly lists?: Partial<Enumerations>;
  /** The limits of what the doctor can accept; unknown without them. */
  readonly limits?: AcceptLimits | null;
  readonly isAuditor?: boolean;
  readonly isAdministrator?: boolean;
  /** What earlier pages of this person have stored. */
  readonly vault?: Vault;
  /** The machine of every consultation; without it the real one over the fake calls. */
  readonly consultation?: typeof consultationMachine;
};

const owner = { hospitalId: HospitalId.parse('1'), userId: AccountId.parse('11') };
const requestId = RequestId.parse('0192f0c1-6d3a-7b8e-9a51-0c9a4b1d2e3f');
const noDrafts = { read: async () => null, adopt: () => {}, write: () => {}, empty: () => {}, drop: () => {} };

/** An alarm that fires when the test's clock reaches its time. */
export const alarmOf = (now$: BehaviorSubject<number>) => (dueAt: number, ring: () => void) => {
  const waiting = now$
    .pipe(
      filter((now) => now >= dueAt),
      take(1),
    )
    .subscribe(ring);
  return () => waiting.unsubscribe();
};

/** The product for screens: real machines, in-memory services, and a clock that the test controls. */
export function fakeApp({
  waiting = [],
  running = [],
  state = 'live',
  answers = {},
  lists,
  limits = null,
  isAuditor = false,
  isAdministrator = false,
  vault,
  consultation: given,
}: Options = {}) {
  const now$ = new BehaviorSubject(startOfTest);
  const now = () => now$.value;
  const list = new BehaviorSubject<Awaiting>({ waiting, running, state, loadedAt: startOfTest, removed: [] });
  const inbox = fakeInbox(now);
  const drafts = fakeDrafts();
  const companion = fakeCompanions();
  const known = (id: string) => [...list.value.running, ...list.value.waiting].find((one) => one.id === id);
  const inState = (status: number, id: string) => {
    const one = known(id);
    return one && { ...one, status, version: one.version + 1, acceptTime: now() };
  };
  const { api, calls, failed$ } = fakeApi({
    orderDetail: ({ id }: { id: string }) => known(id),
    acceptOrder({ id }: { id: string }) {
      const accepted = inState(OrderStatus.active, id);
      const { waiting: queue, running: seen, ...rest } = list.value;
      if (accepted) list.next({ ...rest, waiting: queue.filter((one) => one.id !== id), running: [...seen, accepted] });
      return accepted;
    },
    finishOrder: ({ id }: { id: string }) => inState(OrderStatus.finished, id),
    getCase: () => null,
    listPrescriptions: () => ({ list: [], total: 0 }),
    getUiSetting: () => ({}),
    putUiSetting: () => true,
    ...answers,
  });
  const newRequestId = () => requestId;
  const prescribing = createPrescriptionMachine({ api, drafts: noDrafts, newRequestId });
  const real = createConsultationMachine({
    api,
    outbox: inbox.outbox,
    attached: async () => 0,
    alarm: alarmOf(now$),
    now,
    pendingFinishes: { keep: async () => {}, drop: () => {}, undo: () => {} },
    drafts: noDrafts,
    record: createRecordMachine({ api, drafts: noDrafts, onSigned: () => {} }),
    prescription: prescribing,
  });
  const workspace = createActor(
    workspaceMachine.provide({
      actors: {
        consultation: given ?? real,
        restore: fromPromise<StoredWorkspace | null, Owner | null>(async () => null),
      },
    }),
  ).start();
  workspace.send({ type: 'owner.entered', owner });
  const reported: unknown[] = [];
  const { uploads, linked$ } = fakeUploads(api, inbox.outbox, now, new Subscription());
  const attachedElsewhere$ = new BehaviorSubject<ReadonlyMap<string, SharedAttachment>>(new Map());
  const voice = fakeVoice();
  const limits$ = new BehaviorSubject<Loaded<AcceptLimits>>({ value: limits, state: limits ? 'live' : 'loading' });
  const rejections$ = new BehaviorSubject<readonly Rejection[]>([]);
  const work: DoctorServices = {
    owner,
    workspace,
    recorded: [],
    inbox: inbox.inbox,
    awaiting: { list, refresh: () => {} },
    patientChanged$: NEVER,
    counts$: new BehaviorSubject(null),
    limits$,
    refreshLimits: () => {},
    rejections$,
    unread$: new BehaviorSubject(0),
    drafts,
    outbox: inbox.outbox,
    uploads,
    attachedElsewhere$,
    recorder: loadedPart({ recordVoice: voice.record }),
    companions: companion.companions,
    storageState$: new BehaviorSubject('kept' as const),
    newRequestId,
    prescribing,
    documentCalls: loadedPart({}),
    signedApi: api,
    signing$: new BehaviorSubject(null),
  };
  const session = fakeActor(
    {
      status: 'active',
      value: 'active',
      matches: () => false,
      hasTag: (tag: string) => tag === 'usable',
      context: {
        account: { name: 'Lin Yue', hospitalName: 'Demo General Hospital', isAuditor, isAdministrator },
        hospital: { id: '1', name: 'Demo General Hospital' },
        identity: { ...owner, epoch: 1 },
      },
    },
    (before) => before,
  );
  const review$ = new BehaviorSubject<ReviewerServices | null>(null);
  const app = {
    api,
    inspection: {},
    session: session as unknown as Session,
    connection$: new BehaviorSubject<Connection>({ state: 'online', since: startOfTest }),
    now$,
    zone: 'Asia/Shanghai',
    formDrafts$: new BehaviorSubject(openFormDrafts(vault)),
    work$: new BehaviorSubject<DoctorServices | null>(work),
    review$,
    alertCode: loadedPart({}),
    alerts$: new BehaviorSubject(null),
    lists$: new BehaviorSubject({ ...noEnumerations, ...lists }),
    linkOf: (url: string) => url,
    isStorageLasting: () => true,
    settings: createPersonSettings({ api }),
    toasts: createToasts({ now }),
    announcer: createAnnouncer(),
    report: (error: unknown) => void reported.push(error),
  } as unknown as App;
  const said: string[] = [];
  app.toasts.setPresenter({ show: ({ text }) => void said.push(text), dismiss: () => {} });
  const within = (element: ReactElement) => <AppContext value={app}>{element}</AppContext>;
  /** Opens a consultation as a click on its row does. */
  const open = (one: ConsultOrder) =>
    workspace.send({ type: 'consultation.opened', orderId: one.id, conversationId: one.conversationId, order: one });
  /** From now on failed calls show a toast, as in the product. */
  function tellFailures() {
    const { showsToast } = createErrorToastPolicy();
    failed$.subscribe(({ name, failure: { kind, message }, options }) => {
      if (!showsToast(name, catalogue[name], kind, options)) return;
      const text = options.failed?.(message) ?? null;
      app.toasts.show(failedCallToast({ name, reason: message, isRead: catalogue[name].method === 'GET', text }));
    });
  }
  return {
    app,
    tellFailures,
    within,
    open,
    review$,
    workspace,
    /** Events that the screens sent to the session. */
    sessionEvents: session.sent,
    inbox,
    linked$,
    uploads,
    attachedElsewhere$,
    voice,
    drafts,
    companion,
    list,
    rejections$,
    calls,
    now$,
    reported,
    said,
  };
}
