import { useEffect, useRef, useState } from 'react';
import { isBlank } from '../../../../clinical/words/writtenReason.ts';
import type { PlatformHospital } from '../../../../contract/extension/operator.ts';
import { useTranslation } from '../../../locales/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextAreaField } from '../../../ui/TextField.tsx';
import { useApp } from '../../app/app.ts';
import { problem } from '../../forms/fields.ts';
import { useSavedForm } from '../../forms/useSavedForm.ts';
import { namedIn } from '../namedIn.ts';
import { StateBadge } from './hospitalState.tsx';

type Props = { readonly hospital: PlatformHospital; readonly onChanged: () => void };

const maxReason = 500;
type Act = 'disable' | 'enable';
const actOf = ({ state }: PlatformHospital): Act => (state === 'disabled' ? 'enable' : 'disable');

type DialogProps = Props & { readonly act: Act; readonly onClose: () => void };

/** Asks for the reason before a hospital is disabled or enabled, and says whom that concerns. */
function AccessDialog({ hospital, act, onChanged, onClose }: DialogProps) {
  const { api, toasts } = useApp();
  const { t, language } = useTranslation();
  const { id, version, staff } = hospital;
  const name = namedIn(language, hospital);
  const reason = useRef<HTMLTextAreaElement>(null);
  const people = staff.doctors + staff.auditors + staff.administrators;
  const form = useSavedForm<{ reason: string }, unknown>({
    name: `${act} hospital ${id}`,
    stored: { reason: '' },
    check: ({ reason }) => (isBlank(reason) ? { reason: problem('common.form.required') } : {}),
    save: ({ reason }) =>
      api.setHospitalDisabled({ id, version, disabled: act === 'disable', reason: reason.trim() }, { quiet: true }),
    onRefused: onChanged,
    onSaved() {
      toasts.show({ tone: 'success', text: t(`hospitals.${act}.done`, { name }) });
      onChanged();
      onClose();
    },
  });
  const { ref, ...field } = form.fieldOf('reason');
  const isDone = actOf(hospital) !== act;
  // The hospital was read again after a conflict: another operator has done the same.
  useEffect(() => {
    if (!isDone || form.isSaving) return;
    form.reset();
    toasts.show({ tone: 'info', text: t(`hospitals.${act}.doneBefore`, { name }) });
    onClose();
  });
  return (
    <Dialog
      open
      role="alertdialog"
      size="sm"
      firstFocus={reason}
      title={t(`hospitals.${act}.title`, { name })}
      closeLabel={t('common.actions.close')}
      maskCloses={false}
      onClose={onClose}
      buttons={
        <>
          <Button look="outline" tone="neutral" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button tone={act === 'disable' ? 'danger' : 'brand'} busy={form.isSaving} onClick={() => form.submit()}>
            {t(`hospitals.${act}.act`)}
          </Button>
        </>
      }
    >
      <form className="administration-form" noValidate onSubmit={form.submit}>
        <p>{t(`hospitals.${act}.text`, { count: people })}</p>
        <TextAreaField
          label={t('hospitals.reason')}
          hint={t('hospitals.reasonHint')}
          required
          maxLength={maxReason}
          {...field}
          ref={(box) => {
            ref(box);
            reason.current = box;
          }}
        />
        {form.refusal ? (
          <p className="form-refusal" role="alert">
            {form.refusal}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}

/** Whether people can work at a hospital, and the button that changes it. */
export function HospitalAccess({ hospital, onChanged }: Props) {
  const { t } = useTranslation();
  // Stays the act of the question while the hospital is read again.
  const [asking, setAsking] = useState<Act | null>(null);
  const { state, own } = hospital;
  return (
    <section className="card" aria-label={t('hospitals.state')}>
      <h2>{t('hospitals.state')}</h2>
      <div className="hospital-state">
        <StateBadge state={state} />
        <span>{t(`hospitals.stateTexts.${state}`)}</span>
        {own ? null : (
          <Button
            look="outline"
            size="sm"
            tone={state === 'disabled' ? 'neutral' : 'danger'}
            onClick={() => setAsking(actOf(hospital))}
          >
            {t(`hospitals.${actOf(hospital)}.act`)}
          </Button>
        )}
      </div>
      {own ? <p className="card-note">{t('hospitals.ownNote')}</p> : null}
      {asking ? (
        <AccessDialog hospital={hospital} act={asking} onChanged={onChanged} onClose={() => setAsking(null)} />
      ) : null}
    </section>
  );
}
