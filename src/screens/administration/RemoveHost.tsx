import { flushSync } from 'react-dom';
import type { Answer } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useApp } from '../app/app.ts';
import { usePending } from '../hooks/usePending.ts';

type Props = {
  readonly host: string | null;
  /** What the removal means; the question is shown with it. */
  readonly consequence: string;
  readonly remove: (host: string) => Promise<Answer<{ readonly removed: boolean }>>;
  readonly onRemoved: () => void;
  readonly onFailed: (refusal: string) => void;
  readonly onClose: () => void;
};

/** Asks before an address is removed, and says who can no longer reach the hospital. */
export function RemoveHost({ host, consequence, remove, onRemoved, onFailed, onClose }: Props) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const [busy, pending] = usePending();

  async function confirm(removed: string) {
    const answer = await pending(remove(removed));
    // The dialog holds the focus until it is closed.
    flushSync(onClose);
    if (!answer.ok) return onFailed(answer.failure.message);
    const isNew = answer.data.removed;
    const text = t(isNew ? 'hospital.addresses.removed' : 'hospital.addresses.wasGone', { host: removed });
    toasts.show({ tone: isNew ? 'success' : 'info', text });
    onRemoved();
  }
  return (
    <ConfirmDialog
      open={host !== null}
      tone="danger"
      busy={busy}
      title={t('hospital.addresses.confirm.title', { host: host ?? '' })}
      confirmLabel={t('hospital.addresses.remove')}
      cancelLabel={t('common.actions.cancel')}
      closeLabel={t('common.actions.close')}
      onConfirm={() => {
        if (host !== null) void confirm(host);
      }}
      onCancel={onClose}
    >
      {consequence}
    </ConfirmDialog>
  );
}
