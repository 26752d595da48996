import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './IconButton.tsx';
import { modals } from './modals.ts';
import './dialog.css';

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

/**
 * A layer that has to be answered first. It is the browser's own modal dialog, which keeps the focus inside, takes the rest
 * of the page out of reach and gives the focus back: the same with Chakra's parts would be 25 KB.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({
  title,
  closeLabel,
  onClose,
  role = 'dialog',
  size = 'md',
  side,
  maskCloses = true,
  firstFocus,
  buttons,
  children,
}: Omit<DialogProps, 'open'>) {
  const id = useId();
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    dialog.showModal();
    firstFocus?.current?.focus();
    modals.enter(dialog);
    return () => {
      modals.leave(dialog);
      dialog.close();
    };
  }, [firstFocus]);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <dialog
      ref={box}
      className="ui-dialog"
      role={role}
      data-size={size}
      data-side={side}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-text` : undefined}
      onKeyDown={press}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (maskCloses && event.target === event.currentTarget) onClose();
      }}
    >
      <div>
        <header>
          <h2 id={`${id}-title`}>{title}</h2>
          <IconButton size="sm" label={closeLabel} onClick={onClose}>
            <X />
          </IconButton>
        </header>
        <div id={`${id}-text`}>{children}</div>
        {buttons ? <footer>{buttons}</footer> : null}
      </div>
    </dialog>
  );
}
