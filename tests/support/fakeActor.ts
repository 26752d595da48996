type Listener<S> = ((snapshot: S) => void) | { next?: (snapshot: S) => void };

/** An actor defined by one function, for screens that only read snapshots and send events. */
export function fakeActor<S extends object, E extends { type: string }, N extends { type: string } = never>(
  initial: S,
  step: (snapshot: S, event: E, self: { emit(notice: N): void; update(change: (s: S) => S): void }) => S,
) {
  let snapshot = initial;
  const listeners = new Set<(snapshot: S) => void>();
  const noticed = new Map<string, Set<(notice: N) => void>>();
  const sent: E[] = [];
  const publish = (next: S) => {
    snapshot = next;
    for (const listener of [...listeners]) listener(next);
  };
  const self = {
    emit: (notice: N) => {
      for (const hear of noticed.get(notice.type) ?? []) hear(notice);
    },
    update: (change: (s: S) => S) => publish(change(snapshot)),
  };
  return {
    sent,
    ...self,
    getSnapshot: () => snapshot,
    send(event: E) {
      sent.push(event);
      publish(step(snapshot, event, self));
    },
    subscribe(listener: Listener<S>) {
      const hear = typeof listener === 'function' ? listener : (s: S) => listener.next?.(s);
      listeners.add(hear);
      return { unsubscribe: () => void listeners.delete(hear) };
    },
    on(type: string, hear: (notice: N) => void) {
      noticed.set(type, (noticed.get(type) ?? new Set()).add(hear));
      return { unsubscribe: () => void noticed.get(type)?.delete(hear) };
    },
  };
}
