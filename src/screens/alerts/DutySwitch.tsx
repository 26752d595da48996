import { Check, MessageSquareText, RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { DutyState } from '../../../contract/extension/duty.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { ErrorText } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { DutyStatus } from '../app/app.ts';
import { useDraftedForm } from '../forms/useDraftedForm.ts';
import { useLive } from '../hooks/useLive.ts';

const dutyStates = ['online', 'busy', 'away'] as const satisfies readonly DutyState[];

/** Most characters of the message, as in the contract. */
const maxMessage = 200;

type MessageProps = {
  readonly state: DutyState;
  readonly message: string;
  readonly onSet: DutyStatus['set'];
  readonly onClose: () => void;
};

/** The message that patients read beside the duty state. */
function MessageDialog({ state, message, onSet, onClose }: MessageProps) {
  const { t } = useTranslation();
  const id = useId();
  const form = useForm({ defaultValues: { message } });
  const { errors, isSubmitting } = form.formState;
  const drop = useDraftedForm(form, 'duty message', 'message');
  const save = form.handleSubmit(async (typed) => {
    const why = await onSet(state, typed.message, 'form');
    if (why !== null) return form.setError('root', { message: why });
    drop();
    onClose();
  });
  return (
    <Dialog
      open
      size="sm"
      title={t('home.duty.messageTitle')}
      closeLabel={t('common.actions.close')}
      onClose={onClose}
      buttons={
        <Button type="submit" form={id} busy={isSubmitting}>
          {t('common.actions.save')}
        </Button>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void save(event)}>
        <TextField
          label={t('home.duty.message')}
          hint={t('home.duty.messageHint')}
          maxLength={maxMessage}
          {...form.register('message')}
        />
        {errors.root?.message ? <ErrorText urgent>{errors.root.message}</ErrorText> : null}
      </form>
    </Dialog>
  );
}

type Props = { readonly duty: DutyStatus };

/** The doctor's duty state as a menu: online, busy or away, and the message beside it. */
export function DutySwitch({ duty }: Props) {
  const { t } = useTranslation();
  const { value: current, state: freshness } = useLive(duty.current$);
  const [writing, setWriting] = useState(false);
  if (current === null)
    return freshness === 'failed' ? (
      <Button className="duty-failed" size="sm" look="outline" tone="neutral" onClick={duty.refresh}>
        <RotateCcw aria-hidden="true" />
        <span>{t('home.duty.failed')}</span>
      </Button>
    ) : null;
  const { state, message } = current;
  async function choose(name: string) {
    const next = dutyStates.find((known) => known === name);
    if (!next) return setWriting(true);
    // Going online removes the message of the absence.
    if (next !== state) await duty.set(next, next === 'online' ? '' : message, 'toast');
  }
  return (
    <>
      <Menu
        label={t('home.duty.name')}
        align="end"
        entries={[
          ...dutyStates.map((name) => ({
            name,
            label: t(`home.duty.states.${name}`),
            icon: name === state ? <Check /> : <span className="duty-dot" data-state={name} />,
          })),
          { name: 'message', label: t('home.duty.write'), icon: <MessageSquareText /> },
        ]}
        onChoose={(name) => void choose(name)}
        trigger={(carry) => (
          <button
            type="button"
            className="duty"
            {...carry}
            aria-label={t('home.duty.is', { state: t(`home.duty.states.${state}`) })}
            data-tooltip={message || undefined}
          >
            <span className="duty-dot" data-state={state} aria-hidden="true" />
            <span>{t(`home.duty.states.${state}`)}</span>
          </button>
        )}
      />
      {writing ? (
        <MessageDialog state={state} message={message} onSet={duty.set} onClose={() => setWriting(false)} />
      ) : null}
    </>
  );
}
