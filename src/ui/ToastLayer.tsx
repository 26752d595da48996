import { Portal } from '@chakra-ui/react/portal';
import { chakra } from '@chakra-ui/react/styled-system';
import { toastSlotRecipe } from '@chakra-ui/react/theme';
import { createToaster, Toast, Toaster } from '@chakra-ui/react/toast';
import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from './Button.tsx';
import { ChakraLayer } from './ChakraLayer.tsx';
import { overlayHost } from './overlayHost.ts';
import type { Toast as ToastItem, ToastsProps } from './Toasts.tsx';

const types = { info: 'info', success: 'success', warning: 'warning', danger: 'error' } as const;
const looks = {
  info: { Icon: Info, edge: 'info.border' },
  success: { Icon: CircleCheck, edge: 'success.border' },
  warning: { Icon: TriangleAlert, edge: 'warning.border' },
  error: { Icon: CircleX, edge: 'danger.border' },
};
const lookOf = (type: string | undefined) =>
  type === 'success' || type === 'warning' || type === 'error' ? looks[type] : looks.info;

const panel = {
  width: 'var(--toast-width, min(34rem, calc(100vw - 1rem)))',
  height: 'auto',
  gap: '2',
  padding: '0.5',
  paddingStart: '3',
  borderWidth: '1px',
  borderStartWidth: '4px',
  bg: 'bg.panel',
  color: 'fg',
  boxShadow: 'lg',
};

/** Two lines, as high as the bar, and three on a phone, as high as the navigation; the whole text while it is hovered or focused. */
const twoLines = {
  flex: '1',
  minWidth: '0',
  alignSelf: 'center',
  opacity: '1',
  fontSize: '0.8125rem',
  lineHeight: '1.25',
  lineClamp: { base: '3', md: '2' },
  ':is(:hover, :focus-within) > &': { lineClamp: 'none' },
} as const;

/**
 * Over the beginning of the bar, and on a phone over the navigation (layout.css): never over a patient's name or allergies, the
 * state of the connection or the send button; several overlap until hovered.
 */
const newToaster = () =>
  createToaster({
    placement: 'top-start',
    gap: 3,
    max: 4,
    overlap: true,
    offsets: { top: '0.25rem', left: '0.5rem', right: '0.5rem', bottom: '0.25rem' },
    hotkey: ['F8'],
  });

const toastOptions = ({ id, tone, text, action, lastsMs }: ToastItem) => ({
  id: String(id),
  type: types[tone],
  description: text,
  duration: lastsMs,
  ...(action ? { action: { label: action.label, onClick: action.run } } : {}),
});

/** Renders the toasts; they stay while hovered, focused or while the page is hidden, and F8 focuses them. */
export function ToastLayer({ store, label, closeLabel }: ToastsProps) {
  const [toaster] = useState(newToaster);
  useEffect(() => {
    let removePresenter = () => {};
    let unmounted = false;
    // Zag's toast group misses toasts created between reading its store and subscribing to it, so wait for its effects.
    queueMicrotask(() => {
      if (unmounted) return;
      removePresenter = store.setPresenter({
        show: (toast) => void toaster.create(toastOptions(toast)),
        dismiss: (id) => void toaster.dismiss(String(id)),
      });
    });
    return () => {
      unmounted = true;
      removePresenter();
    };
  }, [store, toaster]);
  return (
    <ChakraLayer>
      <Portal container={overlayHost}>
        <Toaster toaster={toaster} aria-label={label}>
          {({ type, description, action }) => {
            const { Icon, edge } = lookOf(type);
            return (
              <Toast.Root
                recipe={toastSlotRecipe}
                role={type === 'error' ? 'alert' : undefined}
                {...panel}
                borderStartColor={edge}
              >
                <chakra.span color={edge} alignSelf="center" _icon={{ boxSize: '4.5' }}>
                  <Icon aria-hidden="true" />
                </chakra.span>
                <Toast.Description {...twoLines}>{description}</Toast.Description>
                {action ? (
                  <Toast.ActionTrigger asChild height="auto" border="0" paddingInline="2.5">
                    <Button size="sm" look="ghost">
                      {action.label}
                    </Button>
                  </Toast.ActionTrigger>
                ) : null}
                <Toast.CloseTrigger asChild position="static" color="fg">
                  <IconButton size="sm" label={closeLabel}>
                    <X aria-hidden="true" />
                  </IconButton>
                </Toast.CloseTrigger>
              </Toast.Root>
            );
          }}
        </Toaster>
      </Portal>
    </ChakraLayer>
  );
}
