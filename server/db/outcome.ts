import type { Code } from '../../contract/envelope.ts';
import type { Wording } from '../http/wordings.ts';
import type { Transaction, UnitOfWork } from './unitOfWork.ts';

/** A refusal that people can meet: its business code, what belongs beside it, and its wording where the code's own is too general. */
export type Refused = { ok: false; code: Code; data: unknown; says?: Wording };

/** What a write comes to. */
export type Outcome<T> = { ok: true; data: T } | Refused;

export const done = <T>(data: T): { ok: true; data: T } => ({ ok: true, data });

export const refused = (code: Code, data: unknown = null): Refused => ({ ok: false, code, data });

/** A refusal whose code is general and whose words are its own. */
export const refusedSaying = (code: Code, says: Wording, data: unknown = null): Refused => ({
  ok: false,
  code,
  data,
  says,
});

class Undone extends Error {
  override name = 'Undone';
  readonly refusal: Refused;
  constructor(refusal: Refused) {
    super('undone by a refusal');
    this.refusal = refusal;
  }
}

/** Runs one transaction; a refusal undoes everything that it had written by then. */
export async function attempt<T>(
  uow: UnitOfWork,
  tenantId: string,
  work: (tx: Transaction) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await uow.run(tenantId, async (tx) => {
      const outcome = await work(tx);
      if (!outcome.ok) throw new Undone(outcome);
      return outcome;
    });
  } catch (cause) {
    if (cause instanceof Undone) return cause.refusal;
    throw cause;
  }
}
