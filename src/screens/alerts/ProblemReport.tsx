import { useState } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { type ProblemReports, useApp } from '../app/app.ts';
import { recordingName } from './recordingName.ts';

type Props = { readonly problems: ProblemReports; readonly onClose: () => void };

const toTheSecond = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

/** Says what a report of a problem holds when it opens, and saves that as a file. */
export function ProblemReport({ problems, onClose }: Props) {
  const { t, language } = useTranslation();
  const { now$, zone } = useApp();
  const [{ since, events, content }] = useState(problems.take);
  const began = new Intl.DateTimeFormat(language, { ...toTheSecond, timeZone: zone }).format(since);
  const frame = { open: true, title: t('help.problem.title'), closeLabel: t('common.actions.close') };
  if (events === 0)
    return (
      <Dialog {...frame} role="alertdialog" size="sm" onClose={onClose}>
        <div className="help">
          <p>{t('help.problem.empty', { since: began })}</p>
        </div>
      </Dialog>
    );
  function save() {
    saveFile(recordingName(now$.value, zone), content, 'application/json');
    onClose();
  }
  return (
    <ConfirmDialog
      {...frame}
      confirmLabel={t('help.problem.save')}
      cancelLabel={t('common.actions.cancel')}
      onConfirm={save}
      onCancel={onClose}
    >
      <div className="help">
        <p>{t('help.problem.holds', { count: events, since: began })}</p>
        <p>{t('help.problem.masked')}</p>
        <p>{t('help.problem.stays')}</p>
      </div>
    </ConfirmDialog>
  );
}
