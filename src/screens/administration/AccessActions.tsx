import { useState } from 'react';
import type { StaffMember } from '../../../contract/extension/administration.ts';
import type { Answer } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useApp } from '../app.ts';
import { namedIn } from './namedIn.ts';
import type { Issued } from './PersonDialog.tsx';
import { PersonSessions } from './PersonSessions.tsx';

type Act = 'disable' | 'enable' | 'resetPassword' | 'unlock' | 'endSessions';

type Props = {
  readonly person: StaffMember;
  readonly onClose: () => void;
  readonly onChanged: () => void;
  readonly onIssued: (issued: Issued) => void;
};

/** Ends or restores a person's access. Each act is confirmed, because it takes effect at once. */
export function AccessActions({ person, onClose, onChanged, onIssued }: Props) {
  const { api, toasts } = useApp();
  const { t, language } = useTranslation();
  const [asking, setAsking] = useState<Act | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const name = namedIn(language, person);
  const { id, version, disabled, runningConsultations: running } = person;
  const [requestId] = useState(() => crypto.randomUUID());
  const quiet = { quiet: true };

  async function done<Data>(answer: Answer<Data>, text: (data: Data) => string | null) {
    setBusy(false);
    setAsking(null);
    if (!answer.ok) return setRefusal(answer.failure.message);
    const said = text(answer.data);
    if (said !== null) toasts.show({ tone: 'success', text: said });
    onChanged();
    onClose();
  }
  const acts: Record<Act, () => Promise<void>> = {
    disable: async () =>
      done(await api.setStaffDisabled({ id, version, disabled: true }, quiet), (answer) =>
        answer.running > 0
          ? t('people.done.disabledWithPatients', { name, count: answer.running })
          : t('people.done.disable', { name }),
      ),
    enable: async () =>
      done(await api.setStaffDisabled({ id, version, disabled: false }, quiet), () =>
        t('people.done.enable', { name }),
      ),
    resetPassword: async () =>
      done(await api.resetStaffPassword({ id, clientRequestId: requestId }, quiet), ({ password }) => {
        onIssued({ name, password });
        return null;
      }),
    unlock: async () => done(await api.unlockStaff({ id }, quiet), () => t('people.done.unlock', { name })),
    endSessions: async () =>
      done(await api.endStaffSessions({ id }, quiet), ({ ended }) => t('people.done.endSessions', { count: ended })),
  };
  const offered: readonly Act[] = disabled ? ['enable'] : ['resetPassword', 'unlock', 'endSessions', 'disable'];
  return (
    <section className="access-actions" aria-label={t('people.access')}>
      <h2>{t('people.access')}</h2>
      {disabled ? null : <PersonSessions person={person} onChanged={onChanged} />}
      <div>
        {offered.map((act) => (
          <Button
            key={act}
            look="outline"
            tone={act === 'disable' ? 'danger' : 'neutral'}
            size="sm"
            onClick={() => {
              setRefusal(null);
              setAsking(act);
            }}
          >
            {t(`people.acts.${act}`)}
          </Button>
        ))}
      </div>
      {refusal ? (
        <p className="form-refusal" role="alert">
          {refusal}
        </p>
      ) : null}
      <ConfirmDialog
        open={asking !== null}
        title={asking ? t(`people.confirm.${asking}.title`, { name }) : ''}
        confirmLabel={asking ? t(`people.acts.${asking}`) : ''}
        cancelLabel={t('common.actions.cancel')}
        closeLabel={t('common.actions.close')}
        tone={asking === 'disable' ? 'danger' : 'brand'}
        busy={busy}
        onConfirm={() => {
          if (!asking) return;
          setBusy(true);
          void acts[asking]();
        }}
        onCancel={() => setAsking(null)}
      >
        {asking === 'disable' && running > 0
          ? t('people.confirm.withPatients', { count: running })
          : asking
            ? t(`people.confirm.${asking}.text`)
            : ''}
      </ConfirmDialog>
    </section>
  );
}
