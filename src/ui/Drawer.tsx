import { Drawer as Base } from '@chakra-ui/react/drawer';
import { Portal } from '@chakra-ui/react/portal';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import './dialog.css';

type Props = {
  readonly open: boolean;
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly side?: 'start' | 'end' | 'bottom';
  readonly size?: 'xs' | 'sm' | 'md' | 'lg' | 'full';
  readonly buttons?: ReactNode;
  readonly children: ReactNode;
};

/** A pane that slides in over the page where there is no room for it beside. */
export function Drawer({ open, title, closeLabel, onClose, side = 'end', size = 'sm', buttons, children }: Props) {
  return (
    <Base.Root
      open={open}
      placement={side}
      size={size}
      lazyMount
      unmountOnExit
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
