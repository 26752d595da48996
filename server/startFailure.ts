/** A reason why the platform cannot start, in one line for the person who started it. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

/** The short reason inside whatever was thrown. */
export const reasonOf = (cause: unknown): string => {
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message || cause.name : String(cause);
};
