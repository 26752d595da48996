import type { Code } from '../../contract/envelope.ts';
import type { Wording } from '../http/wordings.ts';
import type { Transaction, UnitOfWork } from './unitOfWork.ts';

/** An expected failure: its business code, its data, and its wording where the code's own is too general. */
export type Refused = { ok: false; code: Code; data: unknown; wording?: Wording };

/** The result of a use case. */
export type Outcome<T> = Done<T> | Refused;

/** `extension` is what the envelope says beside the data, where the specification fixes the data. */
export type Done<T> = { ok: true; data: T; extension?: Record<string, unknown> };

export const done = <T>(data: T): { ok: true; data: T } => ({ ok: true, data });

export const refused = (code: Code, data: unknown = null): Refused => ({ ok: false, code, data });

/** A refusal with a wording that is more exact than its code's. */
export const refusedWith = (code: Code, wording: Wording, data: unknown = null): Refused => ({
  ok: false,
  code,
  data,
  wording,
});

class RolledBack extends Error {
  override name = 'RolledBack';
  readonly refusal: Refused;
  constructor(refusal: Refused) {
    super('rolled back by a refusal');
    this.refusal = refusal;
  }
}

/** Runs one transaction; a refusal rolls back everything that it has written. */
export async function attempt<T>(
  uow: UnitOfWork,
  hospitalId: string,
  work: (tx: Transaction) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await uow.run(hospitalId, async (tx) => {
      const outcome = await work(tx);
      if (!outcome.ok) throw new RolledBack(outcome);
      return outcome;
    });
  } catch (cause) {
    if (cause instanceof RolledBack) return cause.refusal;
    throw cause;
  }
}
