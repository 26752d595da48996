import { useEffect, useState } from 'react';
import { PartAway, useOnDemand } from './LaterPart.tsx';
import { onDemand } from './onDemand.ts';

/** A short message to the user, with at most one action. */
export type Toast = {
  readonly id: number;
  readonly tone: 'info' | 'success' | 'warning' | 'danger';
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => void } | null;
  readonly lastsMs: number;
};

/** Shows and dismisses toasts; it runs their timers. */
type ToastPresenter = { readonly show: (toast: Toast) => void; readonly dismiss: (id: number) => void };

export type NewToast = Pick<Toast, 'tone' | 'text'> &
  Partial<Pick<Toast, 'action' | 'lastsMs'>> & {
    /** Toasts of one tone with the same of this are one message; the text if absent. */
    readonly sameAs?: string;
    /** Later toasts of this tone with this `sameAs` are not shown for 3 s; this toast's own `sameAs` if absent. */
    readonly covers?: string;
  };

const repeatWithinMs = 3_000;
const defaultMs = { info: 5_000, success: 4_000, warning: 8_000, danger: 8_000 };

/** Queues toasts. The same message within 3 s is shown once. */
export function createToasts({ now }: { readonly now: () => number }) {
  const shownAt = new Map<string, number>();
  let nextId = 1;
  let presenter: ToastPresenter | null = null;
  /** Toasts created before the presenter was loaded. */
  let pending: readonly Toast[] = [];
  let onPending = () => {};
  /** The latest toasts; some may still be visible. */
  let latest: readonly Toast[] = [];

  return {
    /** Shows a toast, unless the same one was shown in the last 3 s; returns its id or null. */
    show({
      tone,
      text,
      action = null,
      lastsMs = defaultMs[tone],
      sameAs = text,
      covers = sameAs,
    }: NewToast): number | null {
      const key = `${tone} ${sameAs}`;
      const last = shownAt.get(key);
      // A clock that was set back makes no message a repeat.
      if (last !== undefined && now() >= last && now() - last < repeatWithinMs) return null;
      for (const told of [sameAs, covers]) shownAt.set(`${tone} ${told}`, now());
      const toast = { id: nextId++, tone, text, action, lastsMs };
      latest = [...latest.slice(-19), toast];
      if (presenter) presenter.show(toast);
      else {
        pending = [...pending, toast];
        onPending();
      }
      return toast.id;
    },
    dismiss(id: number) {
      pending = pending.filter((toast) => toast.id !== id);
      presenter?.dismiss(id);
    },
    /** Removes every toast on sign-out, so that the next user reads none of them. */
    forget() {
      for (const { id } of latest) this.dismiss(id);
      latest = [];
      shownAt.clear();
    },
    /** Calls back when a toast has no presenter yet; returns the unsubscribe function. */
    whenPending(listener: () => void): () => void {
      onPending = listener;
      if (pending.length > 0) listener();
      return () => {
        onPending = () => {};
      };
    },
    /** Sets the presenter and hands it the pending toasts; returns the function that removes it. */
    setPresenter(next: ToastPresenter): () => void {
      presenter = next;
      for (const toast of pending) next.show(toast);
      pending = [];
      return () => {
        if (presenter === next) presenter = null;
      };
    },
  };
}

export type ToastStore = ReturnType<typeof createToasts>;

export type ToastsProps = { readonly store: ToastStore; readonly label: string; readonly closeLabel: string };

/** Loaded with the first toast or when the page is idle. */
export const toastLayer = onDemand(() => import('./ToastLayer.tsx'));

/** The container of the toasts; render it once per page. */
export function Toasts(props: ToastsProps) {
  const { store } = props;
  const [wanted, setWanted] = useState(false);
  useEffect(() => store.whenPending(() => setWanted(true)), [store]);
  const layer = useOnDemand(toastLayer, wanted ? 'now' : 'idle');
  if (layer) return <layer.ToastLayer {...props} />;
  return wanted ? <PartAway of={toastLayer} as="floating" /> : null;
}
