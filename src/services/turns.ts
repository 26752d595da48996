/** Changes of one thing happen one at a time, in the order in which they were asked for; different things do not wait for each other. */
export function turns() {
  const changes = new Map<string, Promise<unknown>>();
  return function inTurn<T>(things: readonly string[], change: () => Promise<T>): Promise<T> {
    const before = things.flatMap((thing) => changes.get(thing) ?? []);
    const done = before.length === 0 ? change() : Promise.allSettled(before).then(change);
    for (const thing of things) changes.set(thing, done);
    const over = () => {
      for (const thing of things) if (changes.get(thing) === done) changes.delete(thing);
    };
    done.then(over, over);
    return done;
  };
}
