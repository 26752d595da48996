import { useTranslation } from '../../locales/i18n.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { dayKey, timeText } from '../../ui/format.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { type ProblemReports, useApp } from '../app/app.ts';

type Props = { readonly problems: ProblemReports; readonly onClose: () => void };

/** Says what a report of a problem holds, and saves it as a file. */
export function ProblemReport({ problems, onClose }: Props) {
  const { t, language } = useTranslation();
  const { now$, zone } = useApp();
  function save() {
    saveFile(`cloudroom-${dayKey(now$.value, zone)}.json`, problems.file(), 'application/json');
    onClose();
  }
  return (
    <ConfirmDialog
      open
      title={t('help.problem.title')}
      confirmLabel={t('help.problem.save')}
      cancelLabel={t('common.actions.cancel')}
      closeLabel={t('common.actions.close')}
      onConfirm={save}
      onCancel={onClose}
    >
      <div className="help">
        <p>{t('help.problem.holds', { since: timeText(problems.since, { language, zone }) })}</p>
        <p>{t('help.problem.masked')}</p>
        <p>{t('help.problem.stays')}</p>
      </div>
    </ConfirmDialog>
  );
}
