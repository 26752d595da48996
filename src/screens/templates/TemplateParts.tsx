import { useSelector } from '@xstate/react';
import { Fragment } from 'react';
import { withRecord } from '../../../clinical/facts/recordAllergies.ts';
import { summaryOf } from '../../../clinical/facts/specifiedFields.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { EditedTemplate } from '../../domain/editedTemplate.ts';
import { templateVariables, unknownVariables } from '../../domain/templateTexts.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { allergyTextIn } from '../../machines/selectors/record.ts';
import { useFormDraft } from '../forms/useFormDraft.ts';
import { createKeptInput, useKept } from '../forms/useKept.ts';
import { useNow } from '../hooks/useTicking.ts';
import { usePatientWords } from '../patientFacts/patients.ts';
import { useFactSummary } from '../patientFacts/useFactSummary.ts';

/** The variables as they are written in a text. */
export const knownVariables = templateVariables.map((name) => `{{${name}}}`).join(' ');

/** What is wrong with the variables of a text, or null. */
export function useVariableError() {
  const { t } = useTranslation();
  return (text: string): string | null => {
    const names = unknownVariables(text).join(' ');
    return names === '' ? null : t('templates.form.unknown', { names, known: knownVariables });
  };
}

type PatientLineProps = { readonly patient: PatientBrief; readonly record: RecordActor | null };

/** Sex, age and allergies of the patient, those of the record too, because the dialog may cover their banner. */
export function PatientLine({ patient, record }: PatientLineProps) {
  const { full } = usePatientWords();
  const inRecord = useSelector(record ?? undefined, allergyTextIn);
  const { own, badges } = useFactSummary();
  const known = summaryOf(patient, useNow());
  const { allergies } = badges(inRecord === null ? known : withRecord(known, inRecord));
  return (
    <p className="tpl-patient">
      <span>{full(patient)}</span>
      {allergies.map(({ key, tone, text }) => (
        <Fragment key={key}>
          <span> · </span>
          {tone === 'danger' ? <strong>{own(text)}</strong> : <span>{own(text)}</span>}
        </Fragment>
      ))}
    </p>
  );
}

/** The view of a dialog and what is written in it; another view begins empty. */
export function useKeptView<View>(first: View) {
  const [{ view, input }, show] = useKept('view', { view: first, input: createKeptInput() });
  return { view, input, setView: (next: View) => show({ view: next, input: createKeptInput() }) };
}

/** What is typed in the form of a template and not saved; the name says of which template. */
export function useTemplateDraft(name: string) {
  const [typed, keep] = useFormDraft(name, EditedTemplate);
  return { typed, keep };
}

export type TemplateDraft = ReturnType<typeof useTemplateDraft>;
