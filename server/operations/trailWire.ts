import type { findTrailPatients, searchTrail } from '../../contract/extension/trail.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import { UserType } from '../accounts/caller.ts';
import { maskMobile } from '../accounts/maskMobile.ts';
import type { Person } from '../accounts/peopleQueries.ts';
import type { consultOrder } from '../db/schema/orders.ts';
import type { patient } from '../db/schema/patients.ts';
import type { prescription } from '../db/schema/prescriptions.ts';
import type { FoundRow } from '../trail/search.ts';

export type TrailRow = FoundRow;
type Shown = ReplyInputOf<typeof searchTrail>['list'][number];
type Patient = typeof patient.$inferSelect;

type Subjects = {
  person: (id: string) => Person;
  patients: readonly Pick<Patient, 'id' | 'name'>[];
  orders: readonly Pick<typeof consultOrder.$inferSelect, 'id' | 'orderNo'>[];
  prescriptions: readonly Pick<typeof prescription.$inferSelect, 'id' | 'prescriptionNo'>[];
};

/** A name of which only the first letter can be read: an administrator looks for what was done, and treats nobody. */
const maskName = (name: string): string => {
  const [first = '', ...rest] = [...name];
  return rest.length === 0 ? '*' : `${first}${'*'.repeat(Math.min(rest.length, 3))}`;
};

/** The consultation in a purpose such as `order:12`. */
export const orderIdOf = ({ purpose }: TrailRow) => /^order:(\d{1,18})$/.exec(purpose ?? '')?.[1];
export const isOfPrescription = ({ entity }: TrailRow) => entity === 'prescription' || entity === 'review';

function actorOf({ userType, userId, ip }: TrailRow): Shown['by']['kind'] {
  if (userId !== null) return userType === UserType.patient ? 'patient' : 'staff';
  return ip === null ? 'platform' : 'nobody';
}

/** How rows of the trail are shown, with the names and numbers of what they are about. */
export function trailRowsWith({ person, patients, orders, prescriptions }: Subjects): (row: TrailRow) => Shown {
  const names = new Map(patients.map(({ id, name }) => [id, maskName(name)]));
  const orderNos = new Map(orders.map(({ id, orderNo }) => [id, orderNo]));
  const prescriptionNos = new Map(prescriptions.map(({ id, prescriptionNo }) => [id, prescriptionNo]));

  function aboutOf(row: TrailRow): string {
    const id = row.entityId ?? '';
    if (row.entity === 'staff') return person(id).name;
    if (isOfPrescription(row)) return prescriptionNos.get(id) ?? '';
    return orderNos.get(row.entity === 'order' && row.entityId !== null ? id : (orderIdOf(row) ?? '')) ?? '';
  }

  function nameOf(kind: Shown['by']['kind'], userId: string): string {
    if (kind === 'patient') return names.get(userId) ?? '';
    return kind === 'staff' ? person(userId).name : '';
  }

  return (row) => {
    const { id, time, userId, patientId, patientIds, action, entity, outcome, ip, device } = row;
    const kind = actorOf(row);
    return {
      ...{ id, time, action, entity, outcome, ip, device },
      by: { kind, name: nameOf(kind, userId ?? '') },
      about: aboutOf(row),
      patient: patientId === null ? null : (names.get(patientId) ?? ''),
      listed: patientIds.length,
    };
  };
}

/** A patient whom a search of the trail can be about, as far as an administrator may know them. */
export const trailPatientOnWire = ({
  id,
  name,
  mobile,
  birthday,
}: Patient): ReplyInputOf<typeof findTrailPatients>[number] => ({
  id,
  name: maskName(name),
  mobile: maskMobile(mobile),
  birthYear: birthday?.slice(0, 4) ?? '',
});
