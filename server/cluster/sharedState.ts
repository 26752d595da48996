import type { Fact, FactStore } from './factStore.ts';
import type { Link } from './link.ts';
import { pause } from './transport.ts';

type Change = (key: string, value: string | null) => void;
type Needs = { link: Link; store: FactStore; onFault: (cause: unknown) => void };

const factsPerWrite = 500;
const retryMs = 500;
const heartbeatMs = 15_000;

/**
 * Facts that each process states about itself as long as it runs, such as which rooms have sockets; without `needs` there
 * is no other process. They are kept in the store and then published to the other processes, which keep a copy, so that
 * reading asks nobody.
 */
export function createSharedState(needs: Needs | null) {
  const own = new Map<string, string>();
  const others = new Map<string, Map<string, string>>();
  /** Changes of members whose facts are being read. */
  const reading = new Map<string, Fact[]>();
  const changed = new Set<Change>();
  let unwritten = new Map<string, string | null>();
  let [isWriting, isStored, isClosed] = [false, false, needs === null];

  function apply(facts: Map<string, string>, [key, value]: Fact) {
    if ((facts.get(key) ?? null) === value) return;
    if (value === null) facts.delete(key);
    else facts.set(key, value);
    for (const listener of changed) listener(key, value);
  }

  const factsOf = (member: string) => {
    const facts = others.get(member) ?? new Map<string, string>();
    others.set(member, facts);
    return facts;
  };

  /** Reads a member's facts from the store; what it changes meanwhile is applied after them. */
  async function read({ store }: Needs, member: string) {
    const changes: Fact[] = [];
    reading.set(member, changes);
    const isCurrent = () => !isClosed && reading.get(member) === changes;
    while (isCurrent())
      try {
        const stored = await store.read(member);
        if (!isCurrent()) return;
        reading.delete(member);
        const facts = factsOf(member);
        // A store that has lost a process that is there knows less than this copy; the process writes its facts again.
        const stated = new Map<string, string | null>([...(stored ?? facts), ...changes]);
        for (const key of [...facts.keys()]) if (!stated.has(key)) apply(facts, [key, null]);
        for (const fact of stated) apply(facts, fact);
        return;
      } catch {
        await pause(retryMs);
      }
  }

  /** The store has forgotten this process: Redis keeps nothing on disk. */
  function writeAgain() {
    isStored = false;
    unwritten = new Map(own);
    write();
  }

  /** Stores the next facts; false if the store has forgotten the earlier ones. */
  async function writeSome({ link, store }: Needs, facts: readonly Fact[]): Promise<boolean> {
    if (isStored) return store.change(link.id, facts);
    // Nothing that is withdrawn is stored yet.
    await store.replace(
      link.id,
      facts.flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])),
    );
    return true;
  }

  async function writeAll(given: Needs) {
    const { link } = given;
    let isRewritten = false;
    while (unwritten.size > 0 && !isClosed) {
      const facts = [...unwritten].slice(0, factsPerWrite);
      const isWritten = await writeSome(given, facts).catch(() => null);
      if (isWritten === null) await pause(retryMs);
      if (isWritten === false) writeAgain();
      if (!isWritten) continue;
      isRewritten ||= !isStored;
      isStored = true;
      // A fact that has changed again meanwhile is written again.
      for (const [key, value] of facts) if (unwritten.get(key) === value) unwritten.delete(key);
      link.send('changed facts', facts);
    }
    isWriting = false;
    if (isRewritten) link.send('rewritten facts', null);
  }

  function write() {
    if (needs === null || isWriting || isClosed) return;
    isWriting = true;
    setImmediate(() => void writeAll(needs).catch(needs.onFault));
  }

  async function beat({ link, store }: Needs) {
    if (isStored && !isWriting && !(await store.heartbeat(link.id))) writeAgain();
  }

  const timer = needs === null ? undefined : setInterval(() => void beat(needs).catch(() => {}), heartbeatMs).unref();

  if (needs !== null) {
    const { link, onFault } = needs;
    const readAgain = (member: string) => void read(needs, member).catch(onFault);
    link.on<Fact[]>('changed facts', (facts, from) => {
      reading.get(from)?.push(...facts);
      for (const fact of facts) apply(factsOf(from), fact);
    });
    link.on<null>('rewritten facts', (_, from) => readAgain(from));
    link.onJoined(readAgain);
    link.onMissed(readAgain);
    link.onLeft((member) => {
      const facts = others.get(member);
      reading.delete(member);
      others.delete(member);
      for (const key of facts?.keys() ?? []) for (const listener of changed) listener(key, null);
    });
  }

  return {
    /** States a fact about this process; null withdraws it. */
    set(key: string, value: string | null): void {
      if ((own.get(key) ?? null) === value) return;
      if (value === null) own.delete(key);
      else own.set(key, value);
      if (needs !== null) unwritten.set(key, value);
      write();
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
    /** Ends this process's part; the others forget its facts when it leaves. */
    async close(): Promise<void> {
      clearInterval(timer);
      if (needs === null || isClosed) return;
      isClosed = true;
      await needs.store.remove(needs.link.id).catch(() => {});
    },
  };
}

export type SharedState = ReturnType<typeof createSharedState>;
