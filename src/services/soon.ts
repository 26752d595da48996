const usualMs = 700;

/** A database that fails or hangs (another version of it is open, the disk is gone) must not block signing in or out. */
export const soon = <T>(work: Promise<T>, otherwise: T, timeoutMs = usualMs): Promise<T> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(otherwise), timeoutMs);
    const finish = (value: T) => {
      clearTimeout(timer);
      resolve(value);
    };
    work.then(finish, () => finish(otherwise));
  });
