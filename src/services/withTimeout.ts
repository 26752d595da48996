const storageTimeoutMs = 5_000;

/** Rejects if storage does not answer within 5 s. */
export function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hung = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the storage hangs')), storageTimeoutMs);
  });
  return Promise.race([work, hung]).finally(() => clearTimeout(timer));
}
