import { eq } from 'drizzle-orm';
import { NEVER, Observable } from 'rxjs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Api } from '../../contract/catalogue.ts';
import { approveAudit, claimAudit, rejectAudit } from '../../contract/extension/audit.ts';
import { askReviewQuestion } from '../../contract/extension/reviewQuestions.ts';
import { cancelPrescription } from '../../contract/http/prescription.ts';
import { AccountId, ConversationId, OrderId, RequestId } from '../../contract/ids.ts';
import { prescription } from '../../server/db/schema/prescriptions.ts';
import type { Published } from '../../server/events/bus.ts';
import { publish } from '../../server/im/publish.ts';
import { rooms } from '../../server/im/rooms.ts';
import { expirePrescriptions } from '../../server/prescriptions/expire.ts';
import { forwardConsultationEvents } from '../../src/compose/adapters/consultation.ts';
import { createPrescriptionMachine } from '../../src/compose/adapters/documents.ts';
import { openTestDatabase } from '../support/database.ts';
import { type Hospital, type Member, openHospital } from '../support/hospital.ts';
import { allTicked, submitted } from '../support/prescribing.ts';
import { closeWorkstations, openWorkstation, serveLive } from '../support/workstation.ts';

const clock = {
  get now() {
    return Date.now();
  },
};
/** A call that is given up is made again, so slow answers of a busy machine are waited for. */
const answerMs = 60_000;
const people = new Map<string, Member>();
let database: Awaited<ReturnType<typeof openTestDatabase>>;
let hospital: Hospital;
let url: string;
beforeAll(async () => {
  database = await openTestDatabase();
  hospital = await openHospital(database, clock);
  url = `http://127.0.0.1:${await serveLive(database, hospital, people)}`;
}, 60_000);
afterEach(closeWorkstations);
afterAll(async () => {
  await hospital?.close();
  await database?.close();
});

async function hired(isAuditor: boolean) {
  const person = await hospital.hire(isAuditor);
  people.set(person.id, person);
  return person;
}

/** Counts the calls that load prescriptions. */
function counted(api: Api) {
  const loads = { list: 0, item: 0 };
  const { listPrescriptions, getPrescription } = api;
  const counting: Api = {
    ...api,
    listPrescriptions: (...given) => {
      loads.list += 1;
      return listPrescriptions(...given);
    },
    getPrescription: (...given) => {
      loads.item += 1;
      return getPrescription(...given);
    },
  };
  return { loads, api: counting };
}

const pushing: ReadonlySet<Published['type']> = new Set([
  'prescription.changed',
  'review.changed',
  'patient.factsChanged',
]);

/** What the platform pushes into a room, as it commits it; over a socket a push could be lost while the machine is busy. */
const pushedInto = (room: string) => (name: string) =>
  new Observable<object>((told) => {
    const to = (into: string | string[]) => ({
      emit(event: string, payload: object) {
        if (event === name && [into].flat().includes(room)) told.next(payload);
      },
    });
    const stop = database.bus.subscribe((event) => {
      if (pushing.has(event.type)) publish({ to } as never, event);
    });
    return () => void stop();
  });

/** A doctor's open pane with a submitted prescription, and a reviewer who watches the queue; both count what is pushed. */
async function watched() {
  const [doctor, reviewer] = [await hired(false), await hired(true)];
  const rx = await submitted(hospital, doctor);
  const orderId = OrderId.parse(rx.orderId);
  const conversationId = ConversationId.parse(rx.conversationId);
  const doctors = openWorkstation({ url, answerMs }, { hospitalId: doctor.hospitalId, token: doctor.id });
  const { loads, api } = counted(doctors.api);
  const stored = { read: async () => null, write: () => {}, drop: () => {} };
  const requestId = RequestId.parse(crypto.randomUUID());
  const machine = createPrescriptionMachine({ api, drafts: stored as never, newRequestId: () => requestId });
  const actor = createActor(machine, { input: { orderId } });
  doctors.scope.add(() => actor.stop());
  const pushed = { doctor: 0, auditor: 0 };
  const toDoctor = pushedInto(rooms.person(doctor.hospitalId, 'staff', doctor.id));
  doctors.scope.add(
    toDoctor('prescription:changed').subscribe(() => {
      pushed.doctor += 1;
    }),
  );
  doctors.scope.add(
    pushedInto(rooms.audit(reviewer.hospitalId))('audit:changed').subscribe(() => {
      pushed.auditor += 1;
    }),
  );
  /** The pane's consultation, which passes news to its prescription. */
  const consultation = {
    getSnapshot: () => ({ context: { key: { orderId, conversationId } } }),
    send: ({ type, ...news }: { type: string }) => {
      if (type === 'prescription.changed') actor.send({ ...(news as object), type: 'status.changed' } as never);
    },
  };
  const workspace = { getSnapshot: () => ({ context: { consultations: { [orderId]: consultation } } }) };
  // As the inbox passes on what a conversation appends.
  const applied$ = new Observable<object>((told) => {
    database.bus.subscribe((published) => {
      if (published.type === 'conversation.advanced' && published.conversationId === conversationId)
        told.next({ conversationId, event: published.event });
    });
  });
  const list = { subscribe: () => ({ unsubscribe: () => {} }) };
  forwardConsultationEvents(
    {
      workspace,
      applied$,
      events: toDoctor,
      current$: NEVER,
      list,
      me: AccountId.parse(doctor.id),
      language$: NEVER,
    } as never,
    doctors.scope,
  );
  actor.start();
  await waitFor(actor, (s) => s.matches('issued'), { timeout: 15_000 });
  const { data } = await hospital.call(claimAudit, reviewer, { id: rx.id, version: rx.version });
  const { leaseId } = data as { leaseId: string };
  await waitFor(actor, (s) => s.context.latest?.auditStatus === 1 && s.matches('issued'), { timeout: 15_000 });
  expect(pushed).toEqual({ doctor: 1, auditor: 1 });
  Object.assign(loads, { list: 0, item: 0 });
  Object.assign(pushed, { doctor: 0, auditor: 0 });
  const given = { id: rx.id, version: rx.version, leaseId };
  return { doctor, auditor: reviewer, rx, given, actor, loads, pushed };
}

type Watched = Awaited<ReturnType<typeof watched>>;

const steps: [string, (watched: Watched) => Promise<unknown>][] = [
  [
    'an approval',
    ({ auditor: reviewer, given }) => hospital.call(approveAudit, reviewer, { ...given, checklist: allTicked }),
  ],
  [
    'a rejection',
    ({ auditor: reviewer, given }) =>
      hospital.call(rejectAudit, reviewer, { ...given, reasonCodes: ['dosage'], remark: 'Too much' }),
  ],
  [
    'a question',
    ({ auditor: reviewer, given: { version: _, ...lease } }) =>
      hospital.call(askReviewQuestion, reviewer, {
        ...lease,
        clientRequestId: crypto.randomUUID(),
        text: 'Is 500 mg meant?',
      }),
  ],
  [
    'a cancellation',
    ({ doctor, given: { id, version } }) =>
      hospital.call(cancelPrescription, doctor, { id, version, reason: 'A mistake' }),
  ],
  [
    'an expiry',
    async ({ given: { id } }) => {
      await hospital.store.change(prescription, { expireTime: Date.now() - 1 }, eq(prescription.id, id));
      return expirePrescriptions({ ...hospital.needs, db: database.db });
    },
  ],
];

test.each(steps)(
  '%s is pushed once to each who is concerned, and the pane loads the item once',
  async (_, step) => {
    const watching = await watched();
    const { actor, loads, pushed } = watching;
    const before = actor.getSnapshot().context.latest?.updateTime;
    const done = await step(watching);
    expect(typeof done === 'number' ? 200 : (done as { code: number }).code, JSON.stringify(done)).toBe(200);
    await waitFor(actor, (s) => s.context.latest?.updateTime !== before && s.matches('issued'), { timeout: 15_000 });
    expect(pushed).toEqual({ doctor: 1, auditor: 1 });
    expect(loads).toEqual({ list: 0, item: 1 });
  },
  60_000,
);
