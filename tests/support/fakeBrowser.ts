import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';

/** Node has no storage events; the product reads only key and value. */
class FakeStorageEvent extends Event {
  readonly key: string | null;
  readonly newValue: string | null;
  constructor(type: string, { key, newValue }: { key: string | null; newValue: string | null }) {
    super(type);
    this.key = key;
    this.newValue = newValue;
  }
}
globalThis.StorageEvent ??= FakeStorageEvent as unknown as typeof StorageEvent;

type Tab = { readonly window: EventTarget };

/** In-memory web storage; a write by one tab reaches the others as a storage event, but not that tab. */
class FakeStorage {
  readonly values: Map<string, string>;
  readonly #tell: (key: string | null, value: string | null) => void;
  constructor(values: Map<string, string>, tell: (key: string | null, value: string | null) => void) {
    this.values = values;
    this.#tell = tell;
  }
  get length() {
    return this.values.size;
  }
  key(at: number) {
    return [...this.values.keys()][at] ?? null;
  }
  getItem(key: string) {
    return this.values.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    if (this.values.get(key) === value) return;
    this.values.set(key, value);
    this.#tell(key, value);
  }
  removeItem(key: string) {
    if (this.values.delete(key)) this.#tell(key, null);
  }
  clear() {
    this.values.clear();
    this.#tell(null, null);
  }
}

/** In-memory Web Locks, shared by the tabs of one browser. */
function fakeLocks() {
  const tails = new Map<string, Promise<unknown>>();
  const asked = new Map<string, number>();
  const count = (name: string, by: number) => asked.set(name, (asked.get(name) ?? 0) + by);
  const request = async (name: string, options: LockOptions, task: (lock: Lock | null) => unknown) => {
    if (options.ifAvailable && (asked.get(name) ?? 0) > 0) return task(null);
    count(name, 1);
    const before = tails.get(name) ?? Promise.resolve();
    let free = () => {};
    const mine = new Promise<void>((resolve) => {
      free = resolve;
    });
    tails.set(
      name,
      before.then(() => mine),
    );
    const given = new Promise<void>((_, reject) => {
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason), { once: true });
    });
    try {
      await Promise.race([before, given]);
      return await task({ name, mode: 'exclusive' });
    } finally {
      count(name, -1);
      free();
    }
  };
  return { request } as unknown as LockManager;
}

/** One browser profile whose tabs share storage, locks and channels. */
export function fakeBrowser() {
  globalThis.indexedDB = new IDBFactory();
  const local = new Map<string, string>();
  const tabs = new Set<Tab>();
  const locks = fakeLocks();
  const channels = new Map<string, Set<FakeChannel>>();

  class FakeChannel {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    readonly #all: Set<FakeChannel>;
    constructor(name: string) {
      this.#all = channels.get(name) ?? new Set();
      channels.set(name, this.#all.add(this));
    }
    postMessage(data: unknown) {
      for (const channel of this.#all)
        if (channel !== this) queueMicrotask(() => channel.onmessage?.({ data: structuredClone(data) }));
    }
    close() {
      this.#all.delete(this);
    }
  }

  return {
    local,
    /** The `window` of a new tab. */
    tab({ path = '/', host = 'localhost:8080' } = {}) {
      const events = new EventTarget();
      const document = Object.assign(new EventTarget(), { hidden: false });
      const self: Tab = { window: events };
      tabs.add(self);
      const tellOthers = (key: string | null, newValue: string | null) => {
        for (const tab of tabs)
          if (tab !== self)
            queueMicrotask(() => tab.window.dispatchEvent(new StorageEvent('storage', { key, newValue })));
      };
      const url = new URL(path, `http://${host}`);
      const visited: string[] = [];
      const location = {
        origin: url.origin,
        host: url.host,
        pathname: url.pathname,
        search: url.search,
        hash: url.hash,
        assign: (to: string) => visited.push(to),
        reload: () => visited.push('reload'),
      };
      const session = new Map<string, string>();
      const window = Object.assign(events, {
        document,
        location,
        history: { replaceState: (_: unknown, __: string, to: string) => visited.push(to) },
        localStorage: new FakeStorage(local, tellOthers),
        sessionStorage: new FakeStorage(session, () => {}),
        navigator: { locks },
        BroadcastChannel: FakeChannel,
        indexedDB: globalThis.indexedDB,
        crypto: globalThis.crypto,
        fetch: async () => new Response('', { status: 404 }),
      });
      return {
        window: window as unknown as Window & typeof globalThis,
        session,
        /** Where the tab navigated: addresses, and 'reload'. */
        visited,
      };
    },
  };
}
