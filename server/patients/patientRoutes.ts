import { Code } from '../../contract/envelope.ts';
import {
  patientCancelOrder,
  patientCreateOrder,
  patientDisputeOrder,
  patientLogin,
  patientOrders,
  patientRateOrder,
} from '../../contract/extension/patient.ts';
import { UserType } from '../accounts/caller.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { openSession } from '../accounts/sessions.ts';
import type { SignInLimits } from '../accounts/signInLimits.ts';
import { done, refused } from '../db/outcome.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { route } from '../http/route.ts';
import type { PatientOrders } from '../orders/patientOrders.ts';
import { trail } from '../trail/trail.ts';
import { patientAt } from './patientLookup.ts';

type Needs = { uow: UnitOfWork; passwords: Passwords; signInLimits: SignInLimits; orders: PatientOrders };

const entry = { action: 'create', entity: 'session', entityId: null, purpose: null } as const;

/** The patient side of the platform: a small door for those who ask. */
export const patientRoutes = ({ uow, passwords, signInLimits, orders }: Needs) => [
  route(patientLogin)(async ({ mobile, password }, { tenantId, ip, actor, userAgent, now }) => {
    const attempt = { tenantId, account: `patient:${mobile}`, ip };
    // There is no puzzle at this door; the limits on tries and failures hold.
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
  route(patientCreateOrder)((wish, { user: by, now: at }) => orders.open({ by, at }, wish)),
  route(patientOrders)(async (_, { user: by, now: at }) => done(await orders.list({ by, at }))),
  route(patientCancelOrder)(({ id }, { user: by, now: at }) => orders.cancel({ by, at }, id)),
  route(patientDisputeOrder)((dispute, { user: by, now: at }) => orders.dispute({ by, at }, dispute)),
  route(patientRateOrder)((rating, { user: by, now: at }) => orders.rate({ by, at }, rating)),
];
