import { eq, or } from 'drizzle-orm';
import { type Language, UserType } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/peopleQueries.ts';
import { isRowId } from '../db/columns.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { patient } from '../db/schema/patients.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { isForm } from '../db/textSearch.ts';
import type { TrailSearch } from '../trail/search.ts';
import { isOfPrescription, orderIdOf, type TrailRow } from './trailWire.ts';

type Found = Pick<TrailSearch, 'purposes' | 'about'>;

const ofPrescription = (id: string) => [`prescription:${id}`, `review:${id}`];

/** What to search the trail for when the number of a consultation or prescription is given; null for an unknown number. */
export async function purposesOf(store: HospitalStore, number: string): Promise<Found | null> {
  const order = await store.first(consultOrder, eq(consultOrder.orderNo, number));
  if (order) {
    const written = await store.rows(prescription, eq(prescription.orderId, order.id));
    const conversation = order.conversationId === null ? [] : [`conversation:${order.conversationId}`];
    return { purposes: [`order:${order.id}`, ...conversation, ...written.flatMap(({ id }) => ofPrescription(id))] };
  }
  const one = await store.first(prescription, eq(prescription.prescriptionNo, number));
  if (!one) return null;
  const purposes = [...ofPrescription(one.id), ...(one.orderId === null ? [] : [`order:${one.orderId}`])];
  return { purposes, about: { entities: ['prescription', 'review'], id: one.id } };
}

const mostPatients = 20;

/** The patients with this name, whatever its accents, case and width, with this mobile number or with this id. */
export const patientsCalled = (store: HospitalStore, typed: string) =>
  store.db
    .select()
    .from(patient)
    .where(
      store.own(
        patient,
        or(
          isForm(typed, patient.searchName),
          eq(patient.mobile, typed),
          isRowId(typed) ? eq(patient.id, typed) : undefined,
        ),
      ),
    )
    .limit(mostPatients);

const isId = (id: string | null): id is string => id !== null && isRowId(id);
const idsOf = (rows: readonly TrailRow[], read: (row: TrailRow) => string | null | undefined) => [
  ...new Set(rows.map((row) => read(row) ?? null).filter(isId)),
];

/** The people, consultations and prescriptions that rows of the trail are about. */
export async function subjectsOf(store: HospitalStore, rows: readonly TrailRow[], language: Language) {
  const rxIds = idsOf(rows, (row) => (isOfPrescription(row) ? row.entityId : null));
  const orderIds = idsOf(rows, (row) => (row.entity === 'order' ? row.entityId : orderIdOf(row)));
  const patientIds = idsOf(rows, ({ patientId }) => patientId);
  const actors = idsOf(rows, ({ userType, userId }) => (userType === UserType.patient ? userId : null));
  const staffIds = [
    ...idsOf(rows, ({ userType, userId }) => (userType === UserType.staff ? userId : null)),
    ...idsOf(rows, ({ entity, entityId }) => (entity === 'staff' ? entityId : null)),
  ];
  const [person, patients, orders, prescriptions] = await Promise.all([
    loadPeople(store, staffIds, language),
    store.named(patient, [...new Set([...patientIds, ...actors])]),
    store.named(consultOrder, orderIds),
    store.named(prescription, rxIds),
  ]);
  return { person, patients, orders, prescriptions };
}
