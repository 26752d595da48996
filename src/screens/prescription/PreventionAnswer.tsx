import { type KeyboardEvent, useState } from 'react';
import { type ContraceptionState, contraceptionStates, isLasting } from '../../../clinical/contraception.ts';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorText } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { type FactChange, useSaveFacts } from '../patientFacts/useSaveFacts.ts';

const pregnancies = ['no', 'yes'] as const;
type Pregnancy = (typeof pregnancies)[number];
type Answers = { readonly pregnancy: Pregnancy | null; readonly contraception: ContraceptionState | null };

/** Whether a finding asks for the answers about pregnancy and contraception. */
export const asksForPrevention = ({ ruleCode, params }: RuleHit): boolean =>
  ruleCode === 'pregnancyPrevention' && params?.asks !== undefined;

const chosen = <T extends string>(of: readonly T[], value: string): T | null => of.find((one) => one === value) ?? null;

/** In pregnancy nothing else needs an answer; a lasting answer makes the question about pregnancy unnecessary. */
const isComplete = ({ pregnancy, contraception }: Answers) =>
  pregnancy === 'yes' || (contraception !== null && (pregnancy !== null || isLasting(contraception)));

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
  const [answers, setAnswers] = useState<Answers>({ pregnancy: null, contraception: null });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const complete = isComplete(answers);
  const store = async () => {
    setBusy(true);
    const answer = await save(changesOf(answers));
    setBusy(false);
    setProblem(answer.ok ? null : answer.failure.message);
  };
  return (
    <fieldset
      className="rx-prevention"
      disabled={busy}
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
        value={answers.pregnancy ?? ''}
        onChange={({ target: { value } }) => setAnswers({ ...answers, pregnancy: chosen(pregnancies, value) })}
      />
      <SelectField
        label={t('record.facts.kinds.contraception')}
        placeholder={t('record.facts.notAsked')}
        choices={contraceptionStates.map((value) => ({ value, label: t(`record.facts.contraception.${value}`) }))}
        value={answers.contraception ?? ''}
        onChange={({ target: { value } }) =>
          setAnswers({ ...answers, contraception: chosen(contraceptionStates, value) })
        }
      />
      <Button size="sm" busy={busy} disabled={!complete} onClick={() => void store()}>
        {t('prescription.prevention.save')}
      </Button>
      {problem === null ? null : <ErrorText urgent>{problem}</ErrorText>}
    </fieldset>
  );
}
