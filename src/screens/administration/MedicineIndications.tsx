import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { getRuleSettings } from '../../../contract/extension/ruleSettings.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { isFoundIn } from '../../domain/pinyin.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Combobox } from '../../ui/Combobox.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { joined } from '../app/joined.ts';
import { errorText } from '../forms/fields.ts';
import type { CheckForm } from './checkFields.ts';

type Medicine = ReplyOf<typeof getRuleSettings>['medicines'][number];
type Props = { readonly medicines: readonly Medicine[]; readonly form: UseFormReturn<CheckForm> };

const shownAtOnce = 20;

/** The diagnoses that the hospital adds to a medicine or takes from it, beside those of the tables. */
export function MedicineIndications({ medicines, form }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const changed = useWatch({ control: form.control, name: 'indications' });
  const change = (next: CheckForm['indications']) => form.setValue('indications', next, { shouldDirty: true });
  const isOpen = ({ code }: Medicine) => !changed.some((one) => one.code === code);
  const found =
    typed.trim() === ''
      ? []
      : medicines.filter((one) => isOpen(one) && isFoundIn(typed, [one.name, one.code])).slice(0, shownAtOnce);
  return (
    <fieldset>
      <legend>{t('catalogues.checks.indications.title')}</legend>
      <p className="card-note">{t('catalogues.checks.indications.text')}</p>
      {changed.length === 0 ? <p className="card-note">{t('catalogues.checks.indications.none')}</p> : null}
      {changed.map(({ code }, index) => (
        <ChangedMedicine
          key={code}
          {...{ form, index }}
          medicine={medicines.find((one) => one.code === code) ?? { code, name: code, groups: [], any: false }}
          onRemove={() => change(changed.filter((one) => one.code !== code))}
        />
      ))}
      <Combobox
        label={t('catalogues.checks.indications.add')}
        hint={t('catalogues.checks.indications.addHint')}
        text={typed}
        onText={setTyped}
        found={found.map(({ code, name }) => ({ value: code, label: name, detail: code }))}
        searching={false}
        onChoose={(code) => {
          setTyped('');
          change([...changed, { code, added: '', removed: '' }]);
        }}
        words={{
          nothing: t('catalogues.checks.indications.nothing'),
          searching: t('common.state.loading'),
          count: (count) => t('catalogues.checks.indications.count', { count }),
        }}
      />
    </fieldset>
  );
}

type ChangedProps = {
  readonly medicine: Medicine;
  readonly index: number;
  readonly form: Props['form'];
  readonly onRemove: () => void;
};

/** A medicine with what the tables say and what the hospital changes. */
function ChangedMedicine({ medicine, index, form, onRemove }: ChangedProps) {
  const { t } = useTranslation();
  const { name, groups, any } = medicine;
  const errors = form.formState.errors.indications?.[index];
  const byTable = any ? t('catalogues.checks.indications.anyDiagnosis') : joined('items', groups);
  return (
    <fieldset className="catalogue-indication" aria-label={name}>
      <p>
        <strong>{name}</strong>
        <small>
          {t('catalogues.checks.indications.table', { groups: byTable || t('catalogues.checks.indications.noGroups') })}
        </small>
      </p>
      <TextField
        label={t('catalogues.checks.indications.added')}
        autoComplete="off"
        error={errorText(errors?.added)}
        {...form.register(`indications.${index}.added`)}
      />
      <TextField
        label={t('catalogues.checks.indications.removed')}
        autoComplete="off"
        error={errorText(errors?.removed)}
        {...form.register(`indications.${index}.removed`)}
      />
      <IconButton label={t('catalogues.checks.indications.remove', { name })} onClick={onRemove}>
        ×
      </IconButton>
    </fieldset>
  );
}
