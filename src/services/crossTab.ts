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
    tell: (message: T) => {
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
function accepted<T>(message: z.ZodMiniType<T>, said: unknown, tell: Listener<T>) {
  const read = message.safeParse(said);
  if (read.success) tell(read.data);
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
export function tabChannel<T>(name: string, message: z.ZodMiniType<T>, needs: Needs): TabChannel<T> {
  const { tell, listen } = listeners<T>();
  const channel = openChannel(name, needs);
  if (channel) {
    channel.onmessage = ({ data }) => accepted(message, data, tell);
    return { post: (said) => channel.postMessage(said), listen, close: () => channel.close() };
  }
  const key = `TABS_${name}`;
  const hear = (event: Event) => {
    if (!(event instanceof StorageEvent) || event.key !== key || event.newValue === null) return;
    try {
      accepted(message, JSON.parse(event.newValue), tell);
    } catch {
      // Another program of this origin wrote this key.
    }
  };
  needs.events?.addEventListener('storage', hear);
  return {
    post(said) {
      needs.storage?.setItem(key, JSON.stringify(said));
      needs.storage?.removeItem(key);
    },
    listen,
    close: () => needs.events?.removeEventListener('storage', hear),
  };
}
