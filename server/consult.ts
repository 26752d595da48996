import { limits } from '../contract/limits.ts';
import type { Bus } from './bus.ts';
import { createPace, type Pace } from './im/pace.ts';
import { faultOf, type Log } from './log.ts';
import type { Passwords } from './passwords.ts';
import { consultRoutes } from './routes/consult.ts';
import { imRoutes } from './routes/im.ts';
import { patientRoutes } from './routes/patient.ts';
import type { SignInLimits } from './signInLimits.ts';
import { createConsultConfigs } from './store/consultConfigs.ts';
import type { Db } from './store/db.ts';
import type { KeyOf } from './store/messages/claimFiles.ts';
import { createMessages } from './store/messages.ts';
import { moveDueOrders } from './store/orders/due.ts';
import { createOrders } from './store/orders.ts';
import { createPatientOrders } from './store/patientOrders.ts';
import { createQuickReplies } from './store/quickReplies.ts';
import type { UnitOfWork } from './store/unitOfWork.ts';

type Needs = {
  db: Db;
  uow: UnitOfWork;
  bus: Bus;
  now: () => number;
  passwords: Passwords;
  signInLimits: SignInLimits;
  keyOf: KeyOf;
  socketPath: string;
  log: Log;
  /** How fast one person may write. */
  pace?: Pace;
};

/** What one person may write: sixty messages at once, twenty a second in the long run. */
const usualPace: Pace = { burst: limits.messageBurst, perSecond: limits.messagesPerSecond };

/** Orders, conversations and patients, put together. */
export function consultSide({ db, uow, bus, now, passwords, signInLimits, keyOf, socketPath, log, ...needs }: Needs) {
  const pace = createPace({ now, ...(needs.pace ?? usualPace) });
  const waitFor = ({ tenantId, type, id }: { tenantId: string; type: number; id: string }) =>
    pace(`${tenantId}/${type}/${id}`);
  const onFault = (cause: unknown, orderId: string) =>
    log.error('an order could not be moved', { orderId, ...faultOf(cause) });
  const messages = createMessages({ db, uow, bus, now, waitFor, keyOf });
  const orders = createOrders({ uow });
  const patientOrders = createPatientOrders({ uow, keyOf });
  return {
    messages,
    routes: [
      ...consultRoutes({ orders, configs: createConsultConfigs({ uow }), replies: createQuickReplies({ uow, now }) }),
      ...imRoutes({ uow, messages, socketPath }),
      ...patientRoutes({ uow, passwords, signInLimits, orders: patientOrders }),
    ],
    jobs: [{ name: 'orders whose time has come', everyMs: 5_000, run: () => moveDueOrders({ db, uow, now, onFault }) }],
  };
}
