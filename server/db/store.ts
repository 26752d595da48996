import { attempt, type Outcome } from './outcome.ts';
import type { Tenanted } from './tenanted.ts';
import type { Transaction, UnitOfWork } from './unitOfWork.ts';

/** The rows of one hospital: read outside a transaction, changed inside one. */
export type Store = Tenanted & {
  /** Runs one transaction; a refusal rolls back everything that it has written. */
  attempt<T>(work: (tx: Transaction) => Promise<Outcome<T>>): Promise<Outcome<T>>;
  /** Runs one transaction; a refusal does not roll it back, only an exception does. */
  run<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
};

export const storeOf = (uow: UnitOfWork, tenantId: string): Store => ({
  ...uow.read(tenantId),
  attempt: (work) => attempt(uow, tenantId, work),
  run: (work) => uow.run(tenantId, work),
});
