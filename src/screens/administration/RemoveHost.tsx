import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useApp } from '../app.ts';

type Props = {
  readonly host: string | null;
  readonly onRemoved: () => void;
  readonly onFailed: (refusal: string) => void;
  readonly onClose: () => void;
};

/** Asks before an address is removed, and says who can no longer reach the hospital. */
export function RemoveHost({ host, onRemoved, onFailed, onClose }: Props) {
  const { api, toasts } = useApp();
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function remove(removed: string) {
    setBusy(true);
    const website = window.location.host;
    const answer = await api.removeHospitalHost({ host: removed, website }, { quiet: true });
    // The dialog holds the focus until it is closed.
    flushSync(() => {
      setBusy(false);
      onClose();
    });
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
        if (host !== null) void remove(host);
      }}
      onCancel={onClose}
    >
      {t('hospital.addresses.confirm.text')}
    </ConfirmDialog>
  );
}
