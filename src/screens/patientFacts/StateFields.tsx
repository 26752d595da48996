import { alcoholStates, answers, smokingStates } from '../../../clinical/facts/patientFacts.ts';
import { contraceptionStates } from '../../../clinical/patient/contraception.ts';
import type { PatientFact } from '../../../contract/extension/facts.ts';
import type { FactValue } from '../../../contract/factValue.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { hasText, useTranslation } from '../../locales/i18n.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { codeText } from '../hooks/useLocale.ts';
import type { Facts } from './useFacts.ts';

const states = ['pregnancy', 'lactation', 'contraception', 'liver', 'kidney', 'smoking', 'alcohol'] as const;
type State = (typeof states)[number];
type StateValue = Extract<FactValue, { kind: State }>;
const ofWomen: readonly State[] = ['pregnancy', 'lactation', 'contraception'];
const male = 1;

const one = <T extends string>(of: readonly T[], chosen: string): T | undefined => of.find((state) => state === chosen);

/** The statement that a choice makes; what is measured of the kidneys stays. */
function statementOf(kind: State, chosen: string, before: StateValue | null): FactValue | null {
  const state = one(answers, chosen);
  if (kind === 'smoking') {
    const smoking = one(smokingStates, chosen);
    return smoking ? { kind, state: smoking, perDay: null } : null;
  }
  if (kind === 'alcohol') {
    const alcohol = one(alcoholStates, chosen);
    return alcohol ? { kind, state: alcohol } : null;
  }
  if (kind === 'contraception') {
    const answer = one(contraceptionStates, chosen);
    return answer ? { kind, state: answer, note: '' } : null;
  }
  if (!state) return null;
  if (kind === 'pregnancy') return { kind, state, week: null };
  if (kind === 'lactation') return { kind, state };
  if (kind === 'liver') return { kind, state, note: '' };
  const measured = before?.kind === 'kidney' ? before : null;
  return { kind, state, egfr: measured?.egfr ?? null, creatinine: measured?.creatinine ?? null };
}

const ownChoices: Readonly<Partial<Record<State, readonly string[]>>> = {
  smoking: smokingStates,
  alcohol: alcoholStates,
  contraception: contraceptionStates,
};
const choicesOf = (kind: State): readonly string[] => ownChoices[kind] ?? answers;

type Props = { readonly patient: PatientBrief; readonly current: readonly PatientFact[]; readonly facts: Facts };

/** States of the patient, each with "not asked" until somebody answers. A choice is stored at once. */
export function StateFields({ patient, current, facts }: Props) {
  const { t } = useTranslation();
  const known = (kind: State): StateValue | null => {
    const value = current.find((fact) => fact.value.kind === kind)?.value;
    return value && 'state' in value ? value : null;
  };
  const text = (kind: State, value: string) => {
    const own = `record.facts.${kind}`;
    return hasText(`${own}.${value}`) ? codeText(own, value) : codeText('record.facts.answers', value);
  };
  return (
    <div className="facts-states">
      {states
        .filter((kind) => patient.gender !== male || !ofWomen.includes(kind))
        .map((kind) => (
          <div key={kind} data-field={kind}>
            <SelectField
              label={t(`record.facts.kinds.${kind}`)}
              placeholder={t('record.facts.notAsked')}
              choices={choicesOf(kind).map((value) => ({ value, label: text(kind, value) }))}
              value={known(kind)?.state ?? ''}
              onChange={(event) => {
                const value = statementOf(kind, event.target.value, known(kind));
                if (value) void facts.save([{ op: 'add', origin: 'doctor', value }]);
              }}
            />
          </div>
        ))}
    </div>
  );
}
