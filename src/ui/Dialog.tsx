import type { ReactNode, RefObject } from 'react';
import { PartAway, useOnDemand } from './LaterPart.tsx';
import { onDemand } from './onDemand.ts';

export type DialogProps = {
  readonly open: boolean;
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** Screen readers read the text of an alert dialog at once. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly size?: 'sm' | 'md' | 'lg' | 'xl' | 'full';
  /** If set, the dialog is a drawer at this edge of the screen. */
  readonly side?: 'start' | 'end' | 'bottom';
  /** Whether a click outside closes it. */
  readonly maskCloses?: boolean;
  /** For a dialog that no action of the person opens: the focus starts on the dialog itself, and keys of the first second are ignored. */
  readonly interrupts?: boolean;
  readonly firstFocus?: RefObject<HTMLElement | null>;
  /** What gets the focus after closing; without it, what had the focus before. */
  readonly lastFocus?: () => HTMLElement | null;
  readonly buttons?: ReactNode;
  readonly children: ReactNode;
};

/** Loaded on demand, because no first view shows a dialog. */
export const dialogLayer = onDemand(() => import('./DialogLayer.tsx'));

/** A modal dialog or drawer. */
export function Dialog(props: DialogProps) {
  const layer = useOnDemand(dialogLayer, props.open ? 'now' : 'idle');
  if (layer) return <layer.DialogLayer {...props} />;
  return props.open ? <PartAway of={dialogLayer} as="floating" onClose={props.onClose} /> : null;
}
