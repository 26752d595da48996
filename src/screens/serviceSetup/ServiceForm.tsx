import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { typedNumber } from '../../../clinical/doses/typedNumber.ts';
import type { ConsultConfig } from '../../../contract/http/consult.ts';
import { settingBounds, termBounds } from '../../../contract/settingBounds.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { centsOf, readYuan, yuanText } from '../../domain/money.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Checkbox, TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { FormFoot } from '../forms/FormFoot.tsx';
import { errorText, problem, registerNumber, showRefusal, unreadNumber, wholeNumber } from '../forms/fields.ts';
import { useUnsaved } from '../forms/LeaveGuard.tsx';
import { useLengthHint } from '../forms/useLength.ts';
import { useStoredValues } from '../forms/useStoredValues.ts';
import { useLive } from '../hooks/useLive.ts';

const mostYuan = settingBounds.price.max / 100;

/** Form fields of the terms of a consultation type. */
const Terms = z.object({
  enabled: z.boolean(),
  price: z.string().check(
    z.refine((typed) => readYuan(typed).kind !== 'refused', {
      error: unreadNumber({ places: 2 }, readYuan),
      abort: true,
    }),
    z.refine(
      (typed) => {
        const cents = centsOf(typed);
        return cents !== null && cents <= mostYuan * 100;
      },
      { error: problem('settings.services.priceInvalid', { max: mostYuan }) },
    ),
  ),
  durationMin: wholeNumber(termBounds.durationMin),
  msgLimit: wholeNumber(termBounds.msgLimit, { optional: true }),
  maxConcurrent: wholeNumber(termBounds.maxConcurrent),
  dailyQuota: wholeNumber(termBounds.dailyQuota, { optional: true }),
});
type Terms = z.infer<typeof Terms>;

const typed = (number: number | null | undefined) => (typeof number === 'number' ? String(number) : '');

/** Converts stored terms to form fields. */
const termsOf = ({ enabled, price, durationMin, msgLimit, maxConcurrent, dailyQuota }: ConsultConfig): Terms => ({
  enabled,
  price: yuanText(price),
  durationMin: typed(durationMin),
  msgLimit: typed(msgLimit),
  maxConcurrent: typed(maxConcurrent),
  dailyQuota: typed(dailyQuota),
});

/** The number of an optional limit; null means no limit. */
const limitOf = (text: string) => typedNumber(text);

/** Converts form fields to the request body. */
const configOf = ({ id }: Pick<ConsultConfig, 'id'>, terms: Terms) => ({
  id,
  enabled: terms.enabled,
  price: centsOf(terms.price) ?? 0,
  durationMin: typedNumber(terms.durationMin) ?? 0,
  msgLimit: limitOf(terms.msgLimit),
  maxConcurrent: typedNumber(terms.maxConcurrent) ?? 0,
  dailyQuota: limitOf(terms.dailyQuota),
});

/** Terms of a consultation type: whether it is offered, price, duration and limits. */
export function ServiceForm({ config }: { readonly config: ConsultConfig }) {
  const { api, lists$, toasts } = useApp();
  const { t } = useTranslation();
  const name =
    labelOf(useLive(lists$).Consult_Type, config.consultType) ??
    t('common.state.unknown', { value: config.consultType });
  const form = useForm({ resolver: zodResolver(Terms), defaultValues: termsOf(config), mode: 'onTouched' });
  const { register, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  useStoredValues(form, termsOf(config));
  useUnsaved(isDirty);
  const lengthHint = useLengthHint();

  const save = form.handleSubmit(async (terms) => {
    const answer = await api.updateConsultConfig(configOf(config, terms), { quiet: true });
    if (!answer.ok) return showRefusal(form, answer.failure);
    form.reset(termsOf({ ...config, ...configOf(config, terms) }));
    toasts.show({ tone: 'success', text: t('settings.services.saved', { type: name }) });
  });
  return (
    <form className="card" noValidate aria-label={name} onSubmit={(event) => void save(event)}>
      <header>
        <h2>{name}</h2>
        <Checkbox label={t('settings.services.enabled')} {...register('enabled')} />
      </header>
      <div className="setup-terms">
        <TextField
          label={t('settings.services.price')}
          inputMode="decimal"
          autoComplete="off"
          required
          error={errorText(errors.price)}
          {...registerNumber(form, 'price', readYuan)}
        />
        <TextField
          label={t('settings.services.duration')}
          hint={lengthHint(form.watch('durationMin'))}
          inputMode="numeric"
          autoComplete="off"
          required
          error={errorText(errors.durationMin)}
          {...registerNumber(form, 'durationMin')}
        />
        <TextField
          label={t('settings.services.msgLimit')}
          hint={t('settings.services.msgLimitHint')}
          inputMode="numeric"
          autoComplete="off"
          error={errorText(errors.msgLimit)}
          {...registerNumber(form, 'msgLimit')}
        />
        <TextField
          label={t('settings.services.maxConcurrent')}
          inputMode="numeric"
          autoComplete="off"
          required
          error={errorText(errors.maxConcurrent)}
          {...registerNumber(form, 'maxConcurrent')}
        />
        <TextField
          label={t('settings.services.dailyQuota')}
          hint={t('settings.services.dailyQuotaHint')}
          inputMode="numeric"
          autoComplete="off"
          error={errorText(errors.dailyQuota)}
          {...registerNumber(form, 'dailyQuota')}
        />
      </div>
      <FormFoot unsaved={isDirty} saving={isSubmitting} refusal={errors.root?.message} onReset={() => form.reset()} />
    </form>
  );
}
