import { type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

type Props = {
  readonly open: boolean;
  readonly title: string;
  /** What will happen, and to which patient or object. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly closeLabel: string;
  readonly tone?: 'brand' | 'danger';
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
};

/** Confirms an irreversible action; the focus starts on the harmless answer. */
export function ConfirmDialog({
  tone = 'brand',
  busy = false,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onCancel,
  ...rest
}: Props) {
  const harmless = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      {...rest}
      role="alertdialog"
      size="sm"
      firstFocus={harmless}
      onClose={onCancel}
      buttons={
        <>
          <Button ref={harmless} look="outline" tone="neutral" onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button tone={tone} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
