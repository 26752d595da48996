import type { RoleFlags } from '../db/roles.ts';
import type { Store } from '../db/store.ts';
import type { Actor } from '../trail/trail.ts';

/** The languages of the platform's answers. */
export type Language = 'en' | 'zh-CN';

/** A signed-in doctor, reviewer or administrator, and the language of their answers. */
export type Staff = Actor & RoleFlags & { hospitalId: string; id: string; name: string; language: Language };

/** Who causes a change, and when: somebody of the staff, an operator of the platform, or a job. */
export type ActorContext = { by: Actor; at: number };

/** Who makes a request, and when. */
export type StaffContext = { by: Staff; at: number };

/** What a use case gets besides its input: caller, time, the rows of the hospital, and the language of the answer. */
export type CallContext<By = Staff> = { by: By; at: number; store: Store; language: Language };

/** What a use case of operators gets: the rows are those of the hospital that they change. */
export type OperatorContext = CallContext<Actor>;

/** A signed-in member of staff. */
export type StaffCaller = Staff & {
  kind: 'staff';
  sessionId: string;
  /** Whether this administrator may make the calls about all hospitals of the platform. */
  operatesPlatform: boolean;
  /** Set while only a change of the password is allowed. */
  mustChangePassword?: true;
};

/** A signed-in patient. */
export type PatientCaller = Actor & {
  kind: 'patient';
  hospitalId: string;
  id: string;
  name: string;
  language: Language;
  sessionId: string;
};

export type Caller = StaffCaller | PatientCaller;

/** The kinds of account in sessions. */
export const UserType = { patient: 1, staff: 2 } as const;
