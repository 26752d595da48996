import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

type Props = { readonly name: string; readonly password: string; readonly onClose: () => void };

/** Shows a password for one sign-in, once: the platform can show it to nobody later. */
export function OneTimePassword({ name, password, onClose }: Props) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(password).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Dialog
      open
      size="sm"
      title={t('people.password.title', { name })}
      closeLabel={t('common.actions.close')}
      maskCloses={false}
      onClose={onClose}
      buttons={<Button onClick={onClose}>{t('people.password.noted')}</Button>}
    >
      <div className="one-time-password">
        <p>{t('people.password.text')}</p>
        <output aria-label={t('people.password.label')}>{password}</output>
        <Button look="outline" onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          <span>{t('people.password.copy')}</span>
        </Button>
        <p role="status">
          {copied === null ? '' : copied ? t('people.password.copied') : t('people.password.notCopied')}
        </p>
      </div>
    </Dialog>
  );
}
