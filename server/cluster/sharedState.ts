import type { Link } from './link.ts';

type Entry = readonly [key: string, value: string | null];
type Change = (key: string, value: string | null) => void;

const entriesPerMessage = 500;

/**
 * Facts that each process states about itself and every process knows, such as which rooms have sockets. Reading never
 * asks another process, and the facts of a process end with it. Without a link there are only this process's own.
 */
export function createSharedState(link: Link | null) {
  const own = new Map<string, string>();
  const others = new Map<string, Map<string, string>>();
  const changed = new Set<Change>();
  const announce: Change = (key, value) => {
    for (const listener of changed) listener(key, value);
  };

  function apply(facts: Map<string, string>, [key, value]: Entry) {
    if ((facts.get(key) ?? null) === value) return;
    if (value === null) facts.delete(key);
    else facts.set(key, value);
    announce(key, value);
  }

  const factsOf = (member: string) => {
    const facts = others.get(member) ?? new Map<string, string>();
    others.set(member, facts);
    return facts;
  };

  function sendAll() {
    const all = [...own];
    for (let at = 0; at < all.length || at === 0; at += entriesPerMessage)
      link?.send('facts', { isFirst: at === 0, entries: all.slice(at, at + entriesPerMessage) });
  }

  link?.on<Entry[]>('changed facts', (entries, from) => {
    for (const entry of entries) apply(factsOf(from), entry);
  });
  link?.on<{ isFirst: boolean; entries: Entry[] }>('facts', ({ isFirst, entries }, from) => {
    const facts = factsOf(from);
    const stated = new Set(entries.map(([key]) => key));
    if (isFirst) for (const key of [...facts.keys()]) if (!stated.has(key)) apply(facts, [key, null]);
    for (const entry of entries) apply(facts, entry);
  });
  link?.on<string>('facts wanted', (of) => {
    if (of === link.id) sendAll();
  });
  link?.onJoined((member) => link.send('facts wanted', member));
  link?.onOverflow(sendAll);
  link?.onLeft((member) => {
    const facts = others.get(member);
    others.delete(member);
    for (const key of facts?.keys() ?? []) announce(key, null);
  });

  return {
    /** States a fact about this process; null withdraws it. */
    set(key: string, value: string | null): void {
      if ((own.get(key) ?? null) === value) return;
      if (value === null) own.delete(key);
      else own.set(key, value);
      link?.send('changed facts', [[key, value]]);
    },
    /** The values that other processes state. */
    elsewhere(key: string): string[] {
      const values: string[] = [];
      for (const facts of others.values()) {
        const value = facts.get(key);
        if (value !== undefined) values.push(value);
      }
      return values;
    },
    /** The facts of other processes whose keys begin with `prefix`. */
    *elsewhereUnder(prefix: string): Iterable<readonly [key: string, value: string]> {
      for (const facts of others.values()) for (const fact of facts) if (fact[0].startsWith(prefix)) yield fact;
    },
    /** Called for each fact that another process states or withdraws, and for all of a process that has ended. */
    onChange: (listener: Change) => void changed.add(listener),
  };
}

export type SharedState = ReturnType<typeof createSharedState>;
