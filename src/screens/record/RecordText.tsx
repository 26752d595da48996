import { sections } from '../../../clinical/lifecycle/record.ts';
import { isBlank } from '../../../clinical/words/writtenReason.ts';
import type { CaseFields } from '../../../contract/http/record.ts';
import type { Diagnosis } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { useNamedDiagnoses } from './diagnosisNames.ts';
import './record.css';

/** Diagnoses with code and name; the main one is marked. */
export function DiagnosisText({ diagnoses }: { readonly diagnoses: readonly Diagnosis[] }) {
  const { t } = useTranslation();
  const named = useNamedDiagnoses(diagnoses);
  return (
    <ul className="record-diagnoses">
      {named.map(({ id, code, name, main }) => (
        <li key={id}>
          <span data-numeric="">{code}</span>
          <span>{` ${name}`}</span>
          {main && diagnoses.length > 1 ? <Badge tone="brand">{t('record.diagnosis.main')}</Badge> : null}
        </li>
      ))}
    </ul>
  );
}

/** A read-only record; empty sections are omitted. */
export function RecordText({ fields }: { readonly fields: CaseFields }) {
  const { t } = useTranslation();
  const written = sections.filter((name) => !isBlank(fields[name]));
  const before = written.filter((name) => name !== 'treatmentAdvice');
  return (
    <dl className="record-text">
      {before.map((name) => (
        <div key={name}>
          <dt>{t(`record.fields.${name}`)}</dt>
          <dd dir="auto">{fields[name]}</dd>
        </div>
      ))}
      {fields.diagnosisList.length > 0 ? (
        <div>
          <dt>{t('record.fields.diagnosisList')}</dt>
          <dd>
            <DiagnosisText diagnoses={fields.diagnosisList} />
          </dd>
        </div>
      ) : null}
      {written.includes('treatmentAdvice') ? (
        <div>
          <dt>{t('record.fields.treatmentAdvice')}</dt>
          <dd>{fields.treatmentAdvice}</dd>
        </div>
      ) : null}
    </dl>
  );
}
