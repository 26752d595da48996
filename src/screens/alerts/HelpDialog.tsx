import { useSelector } from '@xstate/react';
import { useTranslation } from '../../locales/i18n.ts';
import { roleOf } from '../../machines/selectors/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useApp } from '../app/app.ts';

const topics = {
  doctor: ['duty', 'accept', 'record', 'prescribe', 'offline', 'ask'],
  reviewer: ['claim', 'decide', 'question', 'offline', 'ask'],
  administrator: ['people', 'hospital', 'certificates', 'ask'],
} as const;

type Props = {
  readonly onClose: () => void;
  readonly onShortcuts: (() => void) | null;
  /** Null if nothing is recorded of what this page does. */
  readonly onProblem: (() => void) | null;
};

/** The main steps of the role's work in a few sentences, and the way to the keyboard shortcuts. */
export function HelpDialog({ onClose, onShortcuts, onProblem }: Props) {
  const { t } = useTranslation();
  const role = useSelector(useApp().session, roleOf) ?? 'doctor';
  const ways = [
    { label: 'layout.account.shortcuts', go: onShortcuts },
    { label: 'help.problem.title', go: onProblem },
  ] as const;
  return (
    <Dialog open size="md" title={t('help.title')} closeLabel={t('common.actions.close')} onClose={onClose}>
      <div className="help">
        <dl>
          {topics[role].map((topic) => (
            <div key={topic}>
              <dt>{t(`help.${topic}.title`)}</dt>
              <dd>{t(`help.${topic}.text`)}</dd>
            </div>
          ))}
        </dl>
        {ways.map(({ label, go }) =>
          go ? (
            <Button
              key={label}
              look="outline"
              onClick={() => {
                onClose();
                go();
              }}
            >
              {t(label)}
            </Button>
          ) : null,
        )}
      </div>
    </Dialog>
  );
}
