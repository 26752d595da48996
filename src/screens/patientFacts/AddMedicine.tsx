import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useTextDraft } from '../forms/useFormDraft.ts';
import { CodeField, nothingCoded, useCodedDraft, useCodeSearch } from './CodeField.tsx';
import type { Facts } from './useFacts.ts';

/** Records a medicine that the patient takes for long; without a code the interaction check says so. */
export function AddMedicine({ facts }: { readonly facts: Facts }) {
  const { t } = useTranslation();
  const [medicine, setMedicine] = useCodedDraft(`medicine of ${facts.orderId}`);
  const [dose, setDose] = useTextDraft(`dose of ${facts.orderId}`);
  const search = useCodeSearch('medicine');
  const name = medicine.text.trim();

  async function add() {
    const value = { kind: 'medicine' as const, genericCode: medicine.code, name, dose: dose.trim() };
    if (!(await facts.save([{ op: 'add', origin: 'patient', value }]))) return;
    setMedicine(nothingCoded);
    setDose('');
  }
  return (
    <form
      className="facts-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '') void add();
      }}
    >
      <CodeField
        label={t('record.facts.medicine')}
        placeholder={t('record.facts.medicinePlaceholder')}
        value={medicine}
        onChange={setMedicine}
        search={search}
      />
      <TextField
        label={t('record.facts.medicineDose')}
        maxLength={200}
        value={dose}
        onChange={(event) => setDose(event.target.value)}
      />
      <Button type="submit" size="sm" look="outline" busy={facts.busy} disabled={name === ''}>
        {t('record.facts.addMedicine')}
      </Button>
    </form>
  );
}
