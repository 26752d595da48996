const patienceMs = 5_000;

/** Rejects if storage does not answer in time. */
export function withTimeout<T>(work: Promise<T>): Promise<T> {
  let patience: ReturnType<typeof setTimeout> | undefined;
  const hung = new Promise<never>((_, reject) => {
    patience = setTimeout(() => reject(new Error('the storage hangs')), patienceMs);
  });
  return Promise.race([work, hung]).finally(() => clearTimeout(patience));
}
