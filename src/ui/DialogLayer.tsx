import { Dialog } from '@chakra-ui/react/dialog';
import { Drawer } from '@chakra-ui/react/drawer';
import { Portal } from '@chakra-ui/react/portal';
import { dialogSlotRecipe, drawerSlotRecipe } from '@chakra-ui/react/theme';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from './Button.tsx';
import { ChakraLayer } from './ChakraLayer.tsx';
import type { DialogProps } from './Dialog.tsx';
import { overlayHost } from './overlayHost.ts';
import { useIgnoredKeys } from './useIgnoredKeys.ts';

const widths = { sm: '26rem', md: '32rem', lg: '46rem', xl: '64rem', full: '100vw' };
const drawerWidths = { ...widths, md: '28rem', lg: '40rem' };

/** A low window, such as one at 200 % zoom with a large font, keeps its height for the content. */
const inLowWindow = {
  header: { '@media (max-height: 32rem)': { paddingBlock: '0.5rem 0.25rem' } },
  close: { '@media (max-height: 32rem)': { top: '0.1875rem' } },
  footer: { '@media (max-height: 32rem)': { paddingBlock: '0.125rem 0.5rem' } },
};

const quick = { _open: { animationDuration: 'moderate' }, _closed: { animationDuration: 'fast' } };

/** The dialog itself; Chakra traps the focus, hides the rest of the page from screen readers and returns the focus. */
export function DialogLayer(props: DialogProps) {
  const { open, title, closeLabel, onClose, role = 'dialog', size = 'md', side, maskCloses = true } = props;
  const { interrupts = false, lastFocus, buttons, children } = props;
  const whole = useRef<HTMLDivElement>(null);
  const firstFocus = interrupts ? whole : props.firstFocus;
  useIgnoredKeys(open && interrupts);
  const root = {
    open,
    role,
    closeOnInteractOutside: maskCloses,
    onOpenChange: (change: { open: boolean }) => {
      if (!change.open) onClose();
    },
    ...(lastFocus ? { finalFocusEl: lastFocus } : {}),
    ...(firstFocus ? { initialFocusEl: () => firstFocus.current } : {}),
  };
  const maxWidth = side === 'bottom' ? '100vw' : (side ? drawerWidths : widths)[size];
  const Part = side ? Drawer : Dialog;
  const content = (
    <Portal container={overlayHost}>
      <Part.Backdrop />
      <Part.Positioner padding={side || size === 'full' ? '0' : '4'}>
        <Part.Content
          ref={whole}
          maxWidth={maxWidth}
          maxHeight={side === 'bottom' ? '85dvh' : '100%'}
          marginBlock="0"
          {...quick}
        >
          <Part.Header paddingInline="5" paddingBlock="3.5 2" paddingEnd="12" css={inLowWindow.header}>
            <Part.Title textStyle="md" lineHeight="1.35" overflowWrap="anywhere">
              {title}
            </Part.Title>
          </Part.Header>
          <Part.Body paddingInline="5" paddingBlock="1 4" minHeight="0" overflow="auto">
            {role === 'alertdialog' ? (
              <Part.Description as="div" color="inherit">
                {children}
              </Part.Description>
            ) : (
              children
            )}
          </Part.Body>
          {buttons ? (
            <Part.Footer paddingInline="5" paddingBlock="1 4" gap="2" flexWrap="wrap" css={inLowWindow.footer}>
              {buttons}
            </Part.Footer>
          ) : null}
          <Part.CloseTrigger asChild top="2" insetEnd="2" css={inLowWindow.close}>
            <IconButton size="sm" label={closeLabel}>
              <X aria-hidden="true" />
            </IconButton>
          </Part.CloseTrigger>
        </Part.Content>
      </Part.Positioner>
    </Portal>
  );
  return (
    <ChakraLayer>
      {side ? (
        <Drawer.Root {...root} recipe={drawerSlotRecipe} placement={side}>
          {content}
        </Drawer.Root>
      ) : (
        <Dialog.Root
          {...root}
          recipe={dialogSlotRecipe}
          size={size === 'full' ? 'full' : 'md'}
          placement="center"
          scrollBehavior="inside"
          motionPreset="none"
        >
          {content}
        </Dialog.Root>
      )}
    </ChakraLayer>
  );
}
