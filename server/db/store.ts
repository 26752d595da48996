import type { HospitalStore } from './hospitalStore.ts';
import { attempt, type Outcome } from './outcome.ts';
import type { Transaction, UnitOfWork } from './unitOfWork.ts';

/** The rows of one hospital: read outside a transaction, changed inside one. */
export type Store = HospitalStore & {
  /** Runs one transaction; a refusal rolls back everything that it has written. */
  attempt<T>(work: (tx: Transaction) => Promise<Outcome<T>>): Promise<Outcome<T>>;
  /** Runs one transaction; a refusal does not roll it back, only an exception does. */
  run<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
};

export const storeOf = (uow: UnitOfWork, hospitalId: string): Store => ({
  ...uow.read(hospitalId),
  attempt: (work) => attempt(uow, hospitalId, work),
  run: (work) => uow.run(hospitalId, work),
});
