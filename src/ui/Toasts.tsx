import { useEffect, useState } from 'react';
import { onDemand, useOnDemand } from './onDemand.ts';

/** A short word to the person, with at most one thing to do about it. */
export type Toast = {
  readonly id: number;
  readonly tone: 'info' | 'success' | 'warning' | 'danger';
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => void } | null;
  readonly lastsMs: number;
};

/** What makes toasts seen and heard; it times them itself. */
type Voice = { readonly say: (toast: Toast) => void; readonly take: (id: number) => void };

type Wanted = Pick<Toast, 'tone' | 'text'> & Partial<Pick<Toast, 'action' | 'lastsMs'>>;

const sameWithinMs = 3_000;
const usualMs = { info: 5_000, success: 4_000, warning: 8_000, danger: 8_000 };

/** What is to be said to the person. One rule for the whole product: the same word within 3 s is said once. */
export function createToasts({ now }: { readonly now: () => number }) {
  const saidAt = new Map<string, number>();
  let nextId = 1;
  let voice: Voice | null = null;
  /** Said before there was a voice. */
  let waiting: readonly Toast[] = [];
  let onWaiting = () => {};
  /** Those that may still be seen. */
  let said: readonly Toast[] = [];

  return {
    /** Says it, unless the same was said in the last 3 s; gives its id, or null. */
    show({ tone, text, action = null, lastsMs = usualMs[tone] }: Wanted): number | null {
      const key = `${tone} ${text}`;
      const last = saidAt.get(key);
      if (last !== undefined && now() - last < sameWithinMs) return null;
      saidAt.set(key, now());
      const toast = { id: nextId++, tone, text, action, lastsMs };
      said = [...said.slice(-19), toast];
      if (voice) voice.say(toast);
      else {
        waiting = [...waiting, toast];
        onWaiting();
      }
      return toast.id;
    },
    dismiss(id: number) {
      waiting = waiting.filter((toast) => toast.id !== id);
      voice?.take(id);
    },
    /** Whoever it was said to is gone: none of it may be read by the next person. */
    forget() {
      for (const { id } of said) this.dismiss(id);
      said = [];
      saidAt.clear();
    },
    /** Calls back when something is said that nobody can say yet, until the returned function is called. */
    whenWaiting(listener: () => void): () => void {
      onWaiting = listener;
      if (waiting.length > 0) listener();
      return () => {
        onWaiting = () => {};
      };
    },
    /** Gives what is said to a voice, until the returned function is called. */
    speakThrough(next: Voice): () => void {
      voice = next;
      for (const toast of waiting) next.say(toast);
      waiting = [];
      return () => {
        if (voice === next) voice = null;
      };
    },
  };
}

export type ToastStore = ReturnType<typeof createToasts>;

export type ToastsProps = { readonly store: ToastStore; readonly label: string; readonly closeLabel: string };

/** The code of toasts: fetched with the first word, or once the page rests. */
export const toastLayer = onDemand(() => import('./ToastLayer.tsx'));

/** The corner where the toasts stand. Stands once in the page. */
export function Toasts(props: ToastsProps) {
  const { store } = props;
  const [wanted, setWanted] = useState(false);
  useEffect(() => store.whenWaiting(() => setWanted(true)), [store]);
  const layer = useOnDemand(toastLayer, wanted ? 'soon' : 'resting');
  return layer ? <layer.ToastLayer {...props} /> : null;
}
