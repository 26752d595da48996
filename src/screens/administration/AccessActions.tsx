import { useState } from 'react';
import type { StaffMember } from '../../../contract/extension/administration.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app/app.ts';
import { ConfirmedStep, useConfirmed } from '../forms/useConfirmed.tsx';
import { namedIn } from './namedIn.ts';
import { PersonSessions } from './PersonSessions.tsx';

/** A one-time password, and the person whom it was given to. */
export type Issued = { readonly name: string; readonly password: string };

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
  const steps = useConfirmed<Act>();
  const { asking } = steps;
  const name = namedIn(language, person);
  const { id, version, disabled, runningConsultations: running } = person;
  const [requestId] = useState(() => crypto.randomUUID());
  const quiet = { quiet: true };

  const close = (text: string | null) => {
    if (text !== null) toasts.show({ tone: 'success', text });
    onChanged();
    onClose();
  };
  const acts: Record<Act, () => Promise<void>> = {
    disable: () =>
      steps.run(api.setStaffDisabled({ id, version, disabled: true }, quiet), (answer) => {
        const { running: left } = answer;
        const [offered, refunded] = [answer.offered ?? 0, answer.refunded ?? 0];
        const ended =
          left > 0 ? t('people.done.disabledWithPatients', { name, count: left }) : t('people.done.disable', { name });
        const isPassedOn = offered + refunded > 0;
        close(isPassedOn ? `${ended} ${t('people.done.passedOn', { offered, refunded })}` : ended);
      }),
    enable: () =>
      steps.run(api.setStaffDisabled({ id, version, disabled: false }, quiet), () =>
        close(t('people.done.enable', { name })),
      ),
    resetPassword: () =>
      steps.run(api.resetStaffPassword({ id, clientRequestId: requestId }, quiet), ({ password }) => {
        onIssued({ name, password });
        close(null);
      }),
    unlock: () => steps.run(api.unlockStaff({ id }, quiet), () => close(t('people.done.unlock', { name }))),
    endSessions: () =>
      steps.run(api.endStaffSessions({ id }, quiet), ({ ended }) =>
        close(t('people.done.endSessions', { count: ended })),
      ),
  };
  const consequence = (act: Act) => {
    const isDisabling = act === 'disable' && person.role === 'doctor';
    const text =
      isDisabling && running > 0
        ? t('people.confirm.withPatients', { count: running })
        : t(`people.confirm.${act}.text`);
    return isDisabling ? `${text} ${t('people.confirm.passesOn')}` : text;
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
            onClick={() => steps.ask(act)}
          >
            {t(`people.acts.${act}`)}
          </Button>
        ))}
      </div>
      <ConfirmedStep
        steps={steps}
        title={asking ? t(`people.confirm.${asking}.title`, { name }) : ''}
        confirmLabel={asking ? t(`people.acts.${asking}`) : ''}
        dangerous={['disable']}
        onConfirm={(act) => void acts[act]()}
      >
        {asking ? consequence(asking) : ''}
      </ConfirmedStep>
    </section>
  );
}
