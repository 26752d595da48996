import { createHash } from 'node:crypto';
import type { NameOf } from '../patients/factNames.ts';
import type { PharmacyRows, StaffRows } from './insertHospital.ts';
import type { PatientRows } from './insertPatients.ts';

/** The inserted rows that a consultation refers to, by their seed keys, and the names of codes. */
export type SeededRows = { patients: PatientRows; staff: StaffRows; pharmacy: PharmacyRows; nameOf: NameOf };

/** A UUID derived from a name, so that the same seed gives the same ids. */
export const uuidOf = (name: string): string => {
  const hash = createHash('sha256').update(name).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-7${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
};
