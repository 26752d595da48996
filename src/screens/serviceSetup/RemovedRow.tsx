import { useEffect, useRef } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import type { Removal } from '../../streams/removals.ts';
import { Button } from '../../ui/Button.tsx';

type Props = { readonly text: string; readonly removal: Removal; readonly onUndo: () => void };

/** What stands in the place of a row that was deleted, as long as that can be undone. */
export function RemovedRow({ text, removal, onUndo }: Props) {
  const { t } = useTranslation();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => row.current?.querySelector('button')?.focus(), []);
  const failed = removal.state === 'failed';
  return (
    <li ref={row} data-removed="">
      <p role={failed ? 'alert' : 'status'}>
        {failed ? `${t('settings.notDeleted')} ${removal.failure.message}` : text}
      </p>
      <Button size="sm" look="outline" disabled={removal.state === 'removing'} onClick={onUndo}>
        {failed ? t('common.actions.dismiss') : t('common.actions.undo')}
      </Button>
    </li>
  );
}
