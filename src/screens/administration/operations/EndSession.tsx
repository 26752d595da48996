import type { StaffSession } from '../../../../contract/extension/operations.ts';
import { mayHaveChanged } from '../../../domain/answers.ts';
import { useTranslation } from '../../../locales/i18n.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { dateTimeText } from '../../../ui/format.ts';
import { useApp } from '../../app/app.ts';
import { useDeviceName } from '../../hooks/useDeviceName.ts';
import { useLocale } from '../../hooks/useLocale.ts';
import { usePending } from '../../hooks/usePending.ts';
import { namedIn } from '../namedIn.ts';

type Props = {
  readonly session: StaffSession | null;
  readonly onEnded: () => void;
  readonly onFailed: (refusal: string) => void;
  readonly onClose: () => void;
};

/** Asks before the session of somebody else ends, and says whose it is. */
export function EndSession({ session, onEnded, onFailed, onClose }: Props) {
  const { api, toasts } = useApp();
  const { t, language } = useTranslation();
  const where = useLocale();
  const deviceName = useDeviceName();
  const [busy, pending] = usePending();
  const name = session ? namedIn(language, session.staff) : '';

  async function end({ id }: StaffSession) {
    const answer = await pending(api.endStaffSession({ id }, { quiet: true }));
    onClose();
    if (!answer.ok) onFailed(t('operations.sessions.failed', { name, reason: answer.failure.message }));
    if (mayHaveChanged(answer)) onEnded();
    if (!answer.ok) return;
    toasts.show({ tone: 'success', text: t('operations.sessions.ended', { name }) });
  }
  return (
    <ConfirmDialog
      open={session !== null}
      tone="danger"
      busy={busy}
      title={t('operations.sessions.confirm.title', { name })}
      confirmLabel={t('operations.sessions.end')}
      cancelLabel={t('common.actions.cancel')}
      closeLabel={t('common.actions.close')}
      onConfirm={() => {
        if (session) void end(session);
      }}
      onCancel={onClose}
    >
      {session
        ? t('operations.sessions.confirm.text', {
            name,
            username: session.staff.username,
            device: deviceName(session.device),
            time: dateTimeText(session.signInTime, where),
          })
        : null}
    </ConfirmDialog>
  );
}
