import type * as z from 'zod/mini';

type Listener<T> = (message: T) => void;

/** News between the tabs of one browser. A tab never hears its own. */
export type TabChannel<T> = {
  post(message: T): void;
  listen(listener: Listener<T>): () => void;
  close(): void;
};

type Needs = {
  /** Absent in old browsers and in tests. */
  readonly BroadcastChannel: typeof BroadcastChannel | undefined;
  readonly storage: Pick<Storage, 'setItem' | 'removeItem'> | null;
  /** Where `storage` events arrive. */
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

/** Tabs may run different versions after a deploy, so what another tab says is parsed like any input. */
function accepted<T>(message: z.ZodMiniType<T>, said: unknown, tell: Listener<T>) {
  const read = message.safeParse(said);
  if (read.success) tell(read.data);
}

/** Null where there is none; a browser that forbids it throws. */
function openChannel(name: string, needs: Needs): BroadcastChannel | null {
  try {
    return needs.BroadcastChannel ? new needs.BroadcastChannel(name) : null;
  } catch {
    return null;
  }
}

/** A BroadcastChannel where there is one, else storage events, else nobody hears. */
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
      // Not ours: another program of this origin wrote it.
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
