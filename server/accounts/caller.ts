import type { Actor } from '../trail/trail.ts';
import type { Language, Staff } from './staffPolicy.ts';

/** A signed-in doctor or auditor. */
export type StaffCaller = Staff & { kind: 'staff'; sessionId: string };

/** A signed-in patient. */
export type PatientCaller = Actor & {
  kind: 'patient';
  tenantId: string;
  id: string;
  name: string;
  language: Language;
  sessionId: string;
};

export type Caller = StaffCaller | PatientCaller;

/** The kinds of account in sessions. */
export const UserType = { patient: 1, staff: 2 } as const;
