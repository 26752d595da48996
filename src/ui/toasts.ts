/** A short word to the person, with at most one thing to do about it. */
export type Toast = {
  readonly id: number;
  readonly tone: 'info' | 'success' | 'warning' | 'danger';
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => void } | null;
};

type Wanted = Omit<Toast, 'id' | 'action'> & { readonly action?: Toast['action']; readonly lastsMs?: number };
type Needs = { readonly now: () => number; readonly after: (ms: number, run: () => void) => () => void };

const sameWithinMs = 3_000;
const usualMs = { info: 5_000, success: 4_000, warning: 8_000, danger: 8_000 };

/**
 * What is being said to the person now. One rule for the whole product: the same word within 3 s is said once, and
 * nothing goes away while it is pointed at or has the focus.
 */
export function toasts({ now, after }: Needs) {
  let shown: readonly Toast[] = [];
  let nextId = 1;
  let held = false;
  const saidAt = new Map<string, number>();
  const stops = new Map<number, () => void>();
  const due = new Set<number>();
  const listeners = new Set<() => void>();

  const publish = (next: readonly Toast[]) => {
    shown = next;
    for (const listener of listeners) listener();
  };
  const dismiss = (id: number) => {
    stops.get(id)?.();
    stops.delete(id);
    due.delete(id);
    publish(shown.filter((toast) => toast.id !== id));
  };
  const expire = (id: number) => (held ? due.add(id) : dismiss(id));

  return {
    /** Says it, unless the same was said in the last 3 s; gives its id, or null. */
    show({ tone, text, action = null, lastsMs = usualMs[tone] }: Wanted): number | null {
      const key = `${tone} ${text}`;
      const last = saidAt.get(key);
      if (last !== undefined && now() - last < sameWithinMs) return null;
      saidAt.set(key, now());
      const id = nextId++;
      stops.set(
        id,
        after(lastsMs, () => expire(id)),
      );
      publish([...shown, { id, tone, text, action }]);
      return id;
    },
    dismiss,
    hold() {
      held = true;
    },
    release() {
      held = false;
      for (const id of [...due]) dismiss(id);
    },
    current: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type ToastStore = ReturnType<typeof toasts>;
