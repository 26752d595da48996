import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Checkbox } from '../../ui/TextField.tsx';
import { type Column, type ColumnName, columns } from './queueColumns.tsx';

type Props = { readonly shown: readonly Column[]; readonly onToggle: (name: ColumnName) => void };

/** Which columns of the queue are shown; a narrow screen shows fewer of them. */
export function ColumnChoice({ shown, onToggle }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('reviewing.columnChoice.title')} onClick={() => setOpen(true)}>
        <Columns3 />
      </IconButton>
      <Dialog
        open={open}
        size="sm"
        title={t('reviewing.columnChoice.title')}
        closeLabel={t('common.actions.close')}
        onClose={() => setOpen(false)}
      >
        <fieldset className="queue-columns">
          <legend className="ui-hidden">{t('reviewing.columnChoice.title')}</legend>
          {columns.map(({ name }) => (
            <Checkbox
              key={name}
              label={t(`reviewing.columns.${name}`)}
              checked={shown.some((column) => column.name === name)}
              disabled={name === 'patient'}
              onChange={() => onToggle(name)}
            />
          ))}
        </fieldset>
        <p className="card-note">{t('reviewing.columnChoice.text')}</p>
      </Dialog>
    </>
  );
}
