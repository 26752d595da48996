import { egfrOf } from '../../../clinical/kidneyFunction.ts';
import { impairedBelowEgfr } from '../../../clinical/patientFacts.ts';
import type { PatientFact } from '../../../contract/extension/facts.ts';
import type { FactValue } from '../../../contract/factValue.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { usePatientWords } from '../patients.ts';
import { AddMeasure } from './AddMeasure.tsx';
import type { Facts } from './useFacts.ts';

type Kidney = Extract<FactValue, { kind: 'kidney' }>;
const male = 1;

const kidneyState = (egfr: number | null): Kidney['state'] =>
  egfr === null ? 'unknown' : egfr < impairedBelowEgfr ? 'yes' : 'no';

type Props = { readonly patient: PatientBrief; readonly current: readonly PatientFact[]; readonly facts: Facts };

/** Numbers about the patient; an adult's eGFR follows from the creatinine. */
export function Measures({ patient, current, facts }: Props) {
  const words = usePatientWords();
  const pregnancy = current.find(({ value }) => value.kind === 'pregnancy')?.value;
  const ofCreatinine = (creatinine: number): Kidney => {
    const egfr = egfrOf({ creatinine, ageYears: words.years(patient), female: patient.gender !== male });
    return { kind: 'kidney', state: kidneyState(egfr), egfr, creatinine };
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
