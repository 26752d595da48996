import { Dialog as Base } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from './IconButton.tsx';
import './dialog.css';

export type DialogProps = {
  readonly open: boolean;
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** An alert dialog interrupts: its text is read out at once. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly size?: 'sm' | 'md' | 'lg' | 'xl' | 'full';
  /** Whether a click beside the dialog closes it. */
  readonly maskCloses?: boolean;
  readonly firstFocus?: RefObject<HTMLElement | null>;
  readonly buttons?: ReactNode;
  readonly children: ReactNode;
};

/** A layer that has to be answered first. The focus goes in, stays in, and returns to where it came from. */
export function Dialog({
  open,
  title,
  closeLabel,
  onClose,
  role = 'dialog',
  size = 'md',
  maskCloses = true,
  firstFocus,
  buttons,
  children,
}: DialogProps) {
  return (
    <Base.Root
      open={open}
      role={role}
      size={size}
      placement="center"
      scrollBehavior="inside"
      lazyMount
      unmountOnExit
      closeOnInteractOutside={maskCloses}
      {...(firstFocus ? { initialFocusEl: () => firstFocus.current } : {})}
      onOpenChange={(change) => {
        if (!change.open) onClose();
      }}
    >
      <Portal>
        <Base.Backdrop />
        <Base.Positioner>
          <Base.Content>
            <Base.Header>
              <Base.Title>{title}</Base.Title>
            </Base.Header>
            <Base.Body>{children}</Base.Body>
            {buttons ? <Base.Footer>{buttons}</Base.Footer> : null}
            <IconButton className="ui-dialog-x" size="sm" label={closeLabel} onClick={onClose}>
              <X />
            </IconButton>
          </Base.Content>
        </Base.Positioner>
      </Portal>
    </Base.Root>
  );
}
