import type { Entity } from '../../../server/trail/trail.ts';
import type { Person } from '../../support/trailWorld.ts';

/** A call that succeeds: its caller, its input, and its patient and entity where the input decides them. */
export type Sample = {
  as: Person | null;
  who?: Person;
  input?: object;
  patientId?: string;
  entity?: Entity;
};

/** A call of a doctor or reviewer about a patient. */
export const own = ({ doctor, patient }: { doctor: Person; patient: Person }, input: object): Sample => ({
  as: doctor,
  input,
  patientId: patient.id,
});
