import { limits } from '../../contract/limits.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { SignInLimits } from '../accounts/signInLimits.ts';
import type { Db } from '../db/connection.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { Bus } from '../events/bus.ts';
import { createPace, type Pace } from '../im/tokenBucket.ts';
import { faultOf, type Log } from '../log.ts';
import type { KeyOf } from '../messages/claimFiles.ts';
import { imRoutes } from '../messages/imRoutes.ts';
import { createMessages } from '../messages/messages.ts';
import { patientRoutes } from '../patients/patientRoutes.ts';
import { createConsultConfigs } from './consultConfigs.ts';
import { consultRoutes } from './consultRoutes.ts';
import { moveDueOrders } from './due.ts';
import { createOrders } from './orders.ts';
import { createPatientOrders } from './patientOrders.ts';
import { createQuickReplies } from './quickReplies.ts';

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
