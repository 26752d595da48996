import type { OperatorContext } from '../accounts/caller.ts';
import type { Db } from '../db/connection.ts';
import { storeOf } from '../db/store.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';

/** What a command needs; `by` is the operator's name on the machine, and `db` sees what the command may. */
export type CommandNeeds<Rows = Db> = { db: Rows; uow: UnitOfWork; now: () => number; by: string };

/** The context of a command that changes a hospital. Its operator has no account. */
export const contextOf = ({ uow, now, by }: Omit<CommandNeeds, 'db'>, hospitalId: string): OperatorContext => ({
  by: { userType: null, userId: null, ip: null, requestId: null, operator: by },
  at: now(),
  store: storeOf(uow, hospitalId),
  language: 'en',
});
