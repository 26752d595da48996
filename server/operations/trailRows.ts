import type * as z from 'zod/mini';
import type { searchTrail } from '../../contract/extension/trail.ts';
import { type Language, UserType } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/people.ts';
import { isRowId } from '../db/columns.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { patient } from '../db/schema/patients.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { FoundRow } from '../trail/search.ts';

type Shown = z.input<(typeof searchTrail)['reply']>['list'][number];

/** A name of which only the first letter can be read: an administrator looks for what was done, and treats nobody. */
export const maskName = (name: string): string => {
  const [first = '', ...rest] = [...name];
  return rest.length === 0 ? '*' : `${first}${'*'.repeat(Math.min(rest.length, 3))}`;
};

const isId = (id: string | null): id is string => id !== null && isRowId(id);
const idsOf = (rows: readonly FoundRow[], read: (row: FoundRow) => string | null | undefined) => [
  ...new Set(rows.map((row) => read(row) ?? null).filter(isId)),
];

/** The id in a purpose such as `order:12`. */
const orderOf = ({ purpose }: FoundRow) => /^order:(\d{1,18})$/.exec(purpose ?? '')?.[1];
const isRx = ({ entity }: FoundRow) => entity === 'prescription' || entity === 'review';

function actorOf({ userType, userId, ip }: FoundRow): Shown['by']['kind'] {
  if (userId !== null) return userType === UserType.patient ? 'patient' : 'staff';
  return ip === null ? 'platform' : 'nobody';
}

/** Rows of the trail with the names and numbers of what they are about. */
export async function withNames(store: Tenanted, rows: readonly FoundRow[], language: Language): Promise<Shown[]> {
  const rxIds = idsOf(rows, (row) => (isRx(row) ? row.entityId : null));
  const orderIds = idsOf(rows, (row) => (row.entity === 'order' ? row.entityId : orderOf(row)));
  const patientIds = idsOf(rows, ({ patientId }) => patientId);
  const actors = idsOf(rows, ({ userType, userId }) => (userType === UserType.patient ? userId : null));
  const staffIds = [
    ...idsOf(rows, ({ userType, userId }) => (userType === UserType.staff ? userId : null)),
    ...idsOf(rows, ({ entity, entityId }) => (entity === 'staff' ? entityId : null)),
  ];
  const [person, patients, orders, rxs] = await Promise.all([
    loadPeople(store, staffIds, language),
    store.named(patient, [...new Set([...patientIds, ...actors])]),
    store.named(consultOrder, orderIds),
    store.named(prescription, rxIds),
  ]);
  const names = new Map(patients.map(({ id, name }) => [id, maskName(name)]));
  const orderNos = new Map(orders.map(({ id, orderNo }) => [id, orderNo]));
  const rxNos = new Map(rxs.map(({ id, prescriptionNo }) => [id, prescriptionNo]));
  const aboutOf = (row: FoundRow) => {
    const id = row.entityId ?? '';
    if (row.entity === 'staff') return person(id).name;
    if (isRx(row)) return rxNos.get(id) ?? '';
    return orderNos.get(row.entity === 'order' && row.entityId !== null ? id : (orderOf(row) ?? '')) ?? '';
  };
  return rows.map((row) => {
    const { id, time, userId, patientId, patientIds: shown, action, entity, outcome, ip, device } = row;
    const kind = actorOf(row);
    const name =
      kind === 'patient' ? (names.get(userId ?? '') ?? '') : kind === 'staff' ? person(userId ?? '').name : '';
    return {
      ...{ id, time, action, entity, outcome, ip, device },
      by: { kind, name },
      about: aboutOf(row),
      patient: patientId === null ? null : (names.get(patientId) ?? ''),
      listed: shown.length,
    };
  });
}
