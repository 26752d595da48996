/**
 * A lock on the one connection of the embedded database: queries share it, a transaction holds it exclusively. Requests are
 * granted in order.
 */
export function createConnectionLock() {
  const waiting: (() => void)[] = [];
  let isExclusive = false;

  const acquire = (exclusive: boolean) =>
    new Promise<void>((resolve) => {
      const grant = () => {
        isExclusive = exclusive;
        resolve();
      };
      if (!isExclusive && waiting.length === 0) grant();
      else waiting.push(grant);
    });

  const release = () => {
    isExclusive = false;
    while (!isExclusive) {
      const next = waiting.shift();
      if (!next) return;
      next();
    }
  };

  return { acquire, release };
}
