import type { KeyboardEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type ContraceptionState, contraceptionStates, isLasting } from '../../../clinical/patient/contraception.ts';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorText } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { type FactChange, useSaveFacts } from '../patientFacts/useSaveFacts.ts';

const pregnancies = ['no', 'yes'] as const;
type Pregnancy = (typeof pregnancies)[number];
/** An empty answer is not given. */
type Answers = { readonly pregnancy: Pregnancy | ''; readonly contraception: ContraceptionState | '' };

/** Whether a finding asks for the answers about pregnancy and contraception. */
export const asksForPrevention = ({ ruleCode, params }: RuleHit): boolean =>
  ruleCode === 'pregnancyPrevention' && params?.asks !== undefined;

/** In pregnancy nothing else needs an answer; a lasting answer makes the question about pregnancy unnecessary. */
const isComplete = ({ pregnancy, contraception }: Answers) =>
  pregnancy === 'yes' || (contraception !== '' && (pregnancy !== '' || isLasting(contraception)));

function changesOf({ pregnancy, contraception }: Answers): FactChange[] {
  const changes: FactChange[] = [];
  if (pregnancy)
    changes.push({ op: 'add', origin: 'doctor', value: { kind: 'pregnancy', state: pregnancy, week: null } });
  if (contraception)
    changes.push({ op: 'add', origin: 'doctor', value: { kind: 'contraception', state: contraception, note: '' } });
  return changes;
}

const isPlainEnter = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key === 'Enter' && !(ctrlKey || metaKey || altKey || shiftKey);

/** Today's answers about pregnancy and contraception, given at the finding that asks for them; then the checks run again. */
export function PreventionAnswer({ orderId }: { readonly orderId: OrderId }) {
  const { t } = useTranslation();
  const save = useSaveFacts(orderId);
  const form = useForm<Answers>({ defaultValues: { pregnancy: '', contraception: '' } });
  const { errors, isSubmitting } = form.formState;
  const [pregnancy, contraception] = useWatch({ control: form.control, name: ['pregnancy', 'contraception'] });
  const complete = isComplete({ pregnancy, contraception });
  const store = form.handleSubmit(async (answers) => {
    const answer = await save(changesOf(answers));
    if (!answer.ok) form.setError('root', { message: answer.failure.message });
  });
  return (
    <fieldset
      className="rx-prevention"
      disabled={isSubmitting}
      onKeyDown={(event) => {
        if (!isPlainEnter(event) || !(event.target instanceof HTMLSelectElement) || !complete) return;
        event.preventDefault();
        void store();
      }}
    >
      <legend>{t('prescription.prevention.title')}</legend>
      <SelectField
        label={t('prescription.prevention.pregnant')}
        placeholder={t('record.facts.notAsked')}
        choices={pregnancies.map((value) => ({ value, label: t(`record.facts.answers.${value}`) }))}
        {...form.register('pregnancy')}
      />
      <SelectField
        label={t('record.facts.kinds.contraception')}
        placeholder={t('record.facts.notAsked')}
        choices={contraceptionStates.map((value) => ({ value, label: t(`record.facts.contraception.${value}`) }))}
        {...form.register('contraception')}
      />
      <Button size="sm" busy={isSubmitting} disabled={!complete} onClick={() => void store()}>
        {t('prescription.prevention.save')}
      </Button>
      {errors.root?.message ? <ErrorText urgent>{errors.root.message}</ErrorText> : null}
    </fieldset>
  );
}
