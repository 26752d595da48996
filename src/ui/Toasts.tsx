import { useEffect, useState } from 'react';
import { onDemand, useOnDemand } from './onDemand.ts';
import type { ToastStore } from './toasts.ts';

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
