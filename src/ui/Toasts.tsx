import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { modals } from './modals.ts';
import type { Toast, ToastStore } from './toasts.ts';
import './toasts.css';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleX };

type LineProps = { readonly toast: Toast; readonly closeLabel: string; readonly onClose: () => void };

function Line({ toast, closeLabel, onClose }: LineProps) {
  const Icon = icons[toast.tone];
  const { action } = toast;
  return (
    <div className="ui-toast" data-tone={toast.tone} role={toast.tone === 'danger' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" />
      <p>{toast.text}</p>
      {action ? (
        <Button
          size="sm"
          look="ghost"
          onClick={() => {
            action.run();
            onClose();
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <IconButton size="sm" label={closeLabel} onClick={onClose}>
        <X />
      </IconButton>
    </div>
  );
}

type Props = { readonly store: ToastStore; readonly label: string; readonly closeLabel: string };

/** The corner where the toasts stand; inside the top dialog while there is one, since all else is out of reach then. */
export function Toasts({ store, label, closeLabel }: Props) {
  const shown = useSyncExternalStore(store.subscribe, store.current);
  const place = useSyncExternalStore(modals.subscribe, modals.top) ?? document.body;
  return createPortal(
    <section
      className="ui-toasts"
      aria-label={label}
      onPointerEnter={store.hold}
      onPointerLeave={store.release}
      onFocus={store.hold}
      onBlur={store.release}
    >
      {shown.map((toast) => (
        <Line key={toast.id} toast={toast} closeLabel={closeLabel} onClose={() => store.dismiss(toast.id)} />
      ))}
    </section>,
    place,
  );
}
