const patienceMs = 5_000;

/** Whoever waits for a storage that hangs is told that it failed. */
export function withTimeout<T>(work: Promise<T>): Promise<T> {
  let patience: ReturnType<typeof setTimeout> | undefined;
  const hung = new Promise<never>((_, reject) => {
    patience = setTimeout(() => reject(new Error('the storage hangs')), patienceMs);
  });
  return Promise.race([work, hung]).finally(() => clearTimeout(patience));
}
