import { onDemand, useOnDemand } from './onDemand.ts';
import type { ToastStore } from './toasts.ts';

export type ToastsProps = { readonly store: ToastStore; readonly label: string; readonly closeLabel: string };

/** The code of toasts: nothing is said before the first view stands. */
export const toastLayer = onDemand(() => import('./ToastLayer.tsx'));

/** The corner where the toasts stand. Stands once in the page. */
export function Toasts(props: ToastsProps) {
  const layer = useOnDemand(toastLayer, 'resting');
  return layer ? <layer.ToastLayer {...props} /> : null;
}
