import type { ReactNode, RefObject } from 'react';
import { onDemand, useOnDemand } from './onDemand.ts';

export type DialogProps = {
  readonly open: boolean;
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** An alert dialog interrupts: its text is read out at once. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly size?: 'sm' | 'md' | 'lg' | 'xl' | 'full';
  /** From this edge of the screen: a drawer. */
  readonly side?: 'start' | 'end' | 'bottom';
  /** Whether a click beside the dialog closes it. */
  readonly maskCloses?: boolean;
  readonly firstFocus?: RefObject<HTMLElement | null>;
  readonly buttons?: ReactNode;
  readonly children: ReactNode;
};

/** The code of dialogs and drawers: no screen needs it before something is asked. */
export const dialogLayer = onDemand(() => import('./DialogLayer.tsx'));

/** A layer that has to be answered first. */
export function Dialog(props: DialogProps) {
  const layer = useOnDemand(dialogLayer, props.open ? 'now' : 'resting');
  return layer ? <layer.DialogLayer {...props} /> : null;
}
