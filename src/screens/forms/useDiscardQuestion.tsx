import { useState } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

/**
 * Asks inside a dialog before it closes with unsaved input. `close` is for every button and key that closes the dialog;
 * `question` is null until it is asked.
 */
export function useDiscardQuestion(unsaved: boolean, discard: () => void) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  // What was saved meanwhile needs no question any more.
  if (asking && !unsaved) setAsking(false);
  const close = () => (unsaved && !asking ? setAsking(true) : discard());
  const question = asking ? (
    <Notice
      tone="warning"
      urgent
      title={t('shared.unsaved.title')}
      actions={
        <>
          <Button size="sm" look="outline" tone="danger" onClick={discard}>
            {t('shared.unsaved.discard')}
          </Button>
          <Button autoFocus size="sm" look="outline" tone="neutral" onClick={() => setAsking(false)}>
            {t('shared.unsaved.goOn')}
          </Button>
        </>
      }
    />
  ) : null;
  return { close, question };
}
