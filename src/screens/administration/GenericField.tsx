import { useState } from 'react';
import { isFoundIn } from '../../domain/pinyin.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Combobox } from '../../ui/Combobox.tsx';
import type { MedicineChoices } from './medicineFields.ts';

const shownAtOnce = 20;

type Props = {
  readonly generics: MedicineChoices['generics'];
  readonly code: string;
  readonly onChoose: (code: string) => void;
  readonly error: string | null;
};

/** The generic of a medicine, searched by name, pinyin or code. */
export function GenericField({ generics, code, onChoose, error }: Props) {
  const { t } = useTranslation();
  const nameOf = (wanted: string) => generics.find((one) => one.code === wanted)?.name ?? wanted;
  const [typed, setTyped] = useState<string | null>(null);
  const found =
    typed === null || typed.trim() === ''
      ? []
      : generics.filter((one) => isFoundIn(typed, [one.name, one.pinyin, one.code])).slice(0, shownAtOnce);
  return (
    <Combobox
      label={t('catalogues.medicines.generic')}
      required
      hint={t('catalogues.medicines.genericHint')}
      error={error}
      text={typed ?? nameOf(code)}
      onText={(text) => {
        setTyped(text);
        if (code !== '') onChoose('');
      }}
      onBlur={() => {
        if (code !== '') setTyped(null);
      }}
      found={found.map((one) => ({ value: one.code, label: one.name, detail: one.code }))}
      searching={false}
      onChoose={(chosen) => {
        setTyped(null);
        onChoose(chosen);
      }}
      words={{
        nothing: t('catalogues.medicines.genericNothing'),
        searching: t('common.state.loading'),
        count: (count) => t('catalogues.medicines.genericCount', { count }),
      }}
    />
  );
}
