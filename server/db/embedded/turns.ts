/** Lets queries pass in their order, many at a time, and a transaction alone: the embedded database has one connection. */
export function createTurns() {
  const waiting: (() => void)[] = [];
  let alone = false;

  const enter = (exclusive: boolean) =>
    new Promise<void>((admitted) => {
      const admit = () => {
        alone = exclusive;
        admitted();
      };
      if (!alone && waiting.length === 0) admit();
      else waiting.push(admit);
    });

  const leave = () => {
    alone = false;
    while (!alone) {
      const next = waiting.shift();
      if (!next) return;
      next();
    }
  };

  return { enter, leave };
}
