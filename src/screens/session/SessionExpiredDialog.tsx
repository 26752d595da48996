import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useApp } from '../app.ts';

/** The specification's one dialog: log in again, or cancel and keep reading. A click on the mask cancels. */
export function SessionExpiredDialog() {
  const { t } = useTranslation();
  const { session } = useApp();
  const again = useRef<HTMLButtonElement>(null);
  const open = useSelector(session, (s) => s.hasTag('dialog'));
  const cancel = () => session.send({ type: 'expiry.cancelled' });
  return (
    <Dialog
      open={open}
      role="alertdialog"
      size="sm"
      title={t('session.expired.title')}
      closeLabel={t('common.actions.close')}
      firstFocus={again}
      onClose={cancel}
      buttons={
        <>
          <Button look="outline" tone="neutral" onClick={cancel}>
            {t('session.expired.cancel')}
          </Button>
          <Button ref={again} onClick={() => session.send({ type: 'expiry.confirmed' })}>
            {t('session.expired.again')}
          </Button>
        </>
      }
    >
      <p>{t('session.expired.text')}</p>
    </Dialog>
  );
}
