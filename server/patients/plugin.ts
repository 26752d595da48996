import type { FastifyInstance } from 'fastify';
import { Code } from '../../contract/envelope.ts';
import { patientLogin } from '../../contract/extension/patient.ts';
import { UserType } from '../accounts/caller.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { openSession } from '../accounts/sessions.ts';
import type { SignInLimits } from '../accounts/signInLimits.ts';
import { done, refused } from '../db/outcome.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { route } from '../http/route.ts';
import { trail } from '../trail/trail.ts';
import { patientAt } from './patientLookup.ts';

type Needs = { uow: UnitOfWork; passwords: Passwords; signInLimits: SignInLimits };

const entry = { action: 'create', entity: 'session', entityId: null, purpose: null } as const;

/** The sign-in of patients. */
export async function patientsPlugin(app: FastifyInstance, { uow, passwords, signInLimits }: Needs): Promise<void> {
  app.addOperations([
    route(patientLogin)(async ({ mobile, password }, { tenantId, ip, actor, userAgent, now }) => {
      const attempt = { tenantId, account: `patient:${mobile}`, ip };
      // Patients solve no puzzle here; the limits on attempts and failures apply.
      const barred = await signInLimits.admit(attempt, async () => true);
      if (barred !== null) return refused(barred);
      const store = uow.read(tenantId);
      const who = await patientAt(store, mobile);
      if (!(await passwords.verify(who?.passwordHash ?? null, password)) || !who) {
        await signInLimits.failed(attempt);
        await trail(store, actor, now, { ...entry, patientId: null, outcome: 'refused' });
        return refused(Code.wrongPassword);
      }
      await signInLimits.succeeded(attempt);
      const holder = { userType: UserType.patient, userId: who.id };
      const issued = await uow.run(tenantId, async (tx) => {
        await trail(tx, { ...actor, ...holder }, now, { ...entry, patientId: who.id, outcome: 'ok' });
        return openSession(tx, holder, { ip, userAgent }, now);
      });
      return done({ ...issued, patientId: who.id, name: who.name, birthday: who.birthday });
    }),
  ]);
}
