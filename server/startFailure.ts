import { DrizzleQueryError } from 'drizzle-orm';

/** Why the platform cannot start, in one line for its operator. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

/** The short reason of an error; of a failed statement only its code, because its message quotes values. */
export const reasonOf = (cause: unknown): string => {
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0]);
  if (cause instanceof DrizzleQueryError) {
    const code: unknown = Reflect.get(Object(cause.cause), 'code');
    return `a statement failed (${typeof code === 'string' ? code : 'no code'})`;
  }
  return cause instanceof Error ? cause.message || cause.name : String(cause);
};
