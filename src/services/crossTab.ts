import type * as z from 'zod/mini';

type Listener<T> = (message: T) => void;

/** Messages between the tabs of one browser. A tab does not receive its own. */
export type TabChannel<T> = {
  post(message: T): void;
  listen(listener: Listener<T>): () => void;
  close(): void;
};

type Needs = {
  /** Absent in old browsers and in tests. */
  readonly BroadcastChannel: typeof BroadcastChannel | undefined;
  readonly storage: Pick<Storage, 'setItem' | 'removeItem'> | null;
  /** Source of `storage` events. */
  readonly events: EventTarget | null;
};

function listeners<T>() {
  const all = new Set<Listener<T>>();
  return {
    notify: (message: T) => {
      for (const listener of all) listener(message);
    },
    listen: (listener: Listener<T>) => {
      all.add(listener);
      return () => {
        all.delete(listener);
      };
    },
  };
}

/** Tabs may run different versions after a deployment, so their messages are parsed like any outside input. */
function deliver<T>(message: z.ZodMiniType<T>, data: unknown, notify: Listener<T>) {
  const read = message.safeParse(data);
  if (read.success) notify(read.data);
}

/** Null where the browser has no BroadcastChannel or forbids it by throwing. */
function openChannel(name: string, needs: Needs): BroadcastChannel | null {
  try {
    return needs.BroadcastChannel ? new needs.BroadcastChannel(name) : null;
  } catch {
    return null;
  }
}

/** Uses BroadcastChannel if available, otherwise storage events, otherwise nothing. */
export function createTabChannel<T>(name: string, message: z.ZodMiniType<T>, needs: Needs): TabChannel<T> {
  const { notify, listen } = listeners<T>();
  const channel = openChannel(name, needs);
  if (channel) {
    channel.onmessage = ({ data }) => deliver(message, data, notify);
    return { post: (data) => channel.postMessage(data), listen, close: () => channel.close() };
  }
  const key = `TABS_${name}`;
  const onStorage = (event: Event) => {
    if (!(event instanceof StorageEvent) || event.key !== key || event.newValue === null) return;
    try {
      deliver(message, JSON.parse(event.newValue), notify);
    } catch {
      // Another program of this origin wrote this key.
    }
  };
  needs.events?.addEventListener('storage', onStorage);
  return {
    post(data) {
      needs.storage?.setItem(key, JSON.stringify(data));
      needs.storage?.removeItem(key);
    },
    listen,
    close: () => needs.events?.removeEventListener('storage', onStorage),
  };
}
