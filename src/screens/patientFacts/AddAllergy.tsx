import { type Severity, severities } from '../../../clinical/facts/patientFacts.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useTextDraft } from '../forms/useFormDraft.ts';
import { useKept } from '../forms/useKept.ts';
import { CodeField, nothingCoded, useCodedDraft, useCodeSearch } from './CodeField.tsx';
import type { Facts } from './useFacts.ts';

/** Records an allergy: a coded ingredient or group, or the words as stated when no code fits. */
export function AddAllergy({ facts }: { readonly facts: Facts }) {
  const { t } = useTranslation();
  const [allergen, setAllergen] = useCodedDraft(`allergen of ${facts.orderId}`);
  const [reaction, setReaction] = useTextDraft(`reaction of ${facts.orderId}`);
  const [severity, setSeverity] = useKept<Severity>('facts.severity', 'unknown');
  const search = useCodeSearch('allergy');
  const text = allergen.text.trim();

  async function add() {
    const value = { kind: 'allergy' as const, code: allergen.code, text, reaction: reaction.trim(), severity };
    if (!(await facts.save([{ op: 'add', origin: 'patient', value }]))) return;
    setAllergen(nothingCoded);
    setReaction('');
    setSeverity('unknown');
  }
  return (
    <form
      className="facts-form"
      data-field="allergy"
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== '') void add();
      }}
    >
      <CodeField
        label={t('record.facts.allergyTo')}
        placeholder={t('record.facts.allergyPlaceholder')}
        value={allergen}
        onChange={setAllergen}
        search={search}
      />
      <TextField
        label={t('record.facts.reaction')}
        maxLength={200}
        value={reaction}
        onChange={(event) => setReaction(event.target.value)}
      />
      <SelectField
        label={t('record.facts.severityLabel')}
        choices={severities.map((value) => ({ value, label: t(`record.facts.severity.${value}`) }))}
        value={severity}
        onChange={(event) => setSeverity(severities.find((one) => one === event.target.value) ?? 'unknown')}
      />
      <Button type="submit" size="sm" look="outline" busy={facts.busy} disabled={text === ''}>
        {t('record.facts.addAllergy')}
      </Button>
    </form>
  );
}
