import { filtration } from '../../../clinical/checks/kidneyMeasures.ts';
import { impairedBelowEgfr } from '../../../clinical/facts/patientFacts.ts';
import { sexOf } from '../../../clinical/patient/sex.ts';
import type { PatientFact } from '../../../contract/extension/facts.ts';
import type { FactValue } from '../../../contract/factValue.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { AddMeasure } from './AddMeasure.tsx';
import { usePatientWords } from './patients.ts';
import type { Facts } from './useFacts.ts';

type Kidney = Extract<FactValue, { kind: 'kidney' }>;

const kidneyState = (egfr: number): Kidney['state'] => (egfr < impairedBelowEgfr ? 'yes' : 'no');

type Props = { readonly patient: PatientBrief; readonly current: readonly PatientFact[]; readonly facts: Facts };

/**
 * Numbers about the patient. A creatinine is stored as it was measured, and only an adult's state follows from it at once;
 * where none follows, the earlier answer stays.
 */
export function Measures({ patient, current, facts }: Props) {
  const words = usePatientWords();
  const pregnancy = current.find(({ value }) => value.kind === 'pregnancy')?.value;
  const known = current.find(({ value }) => value.kind === 'kidney')?.value;
  const ofCreatinine = (creatinine: number): Kidney => {
    const who = { ageMonths: words.years(patient) * 12, sex: sexOf(patient.gender) };
    const { found } = filtration({ ...who, creatinine, egfr: null, heightCm: null, weightKg: null });
    const before = known?.kind === 'kidney' ? known.state : 'unknown';
    return { kind: 'kidney', state: found ? kidneyState(found.value) : before, egfr: null, creatinine };
  };
  return (
    <div className="facts-measures">
      <AddMeasure measure="weight" facts={facts} statementOf={(kg) => ({ kind: 'weight', kg })} />
      <AddMeasure measure="height" facts={facts} statementOf={(cm) => ({ kind: 'height', cm })} />
      <AddMeasure
        measure="egfr"
        facts={facts}
        statementOf={(egfr) => ({ kind: 'kidney', state: kidneyState(egfr), egfr, creatinine: null })}
      />
      <AddMeasure measure="creatinine" facts={facts} statementOf={ofCreatinine} />
      {pregnancy?.kind === 'pregnancy' && pregnancy.state === 'yes' ? (
        <AddMeasure
          measure="week"
          facts={facts}
          statementOf={(week) => ({ kind: 'pregnancy', state: 'yes', week: Math.floor(week) })}
        />
      ) : null}
    </div>
  );
}
