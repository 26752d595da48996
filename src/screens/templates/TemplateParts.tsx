import { X } from 'lucide-react';
import type { RecordTemplate } from '../../../contract/extension/templates.ts';
import { withoutDiagnosis } from '../../domain/record.ts';
import { templateVariables, unknownVariables } from '../../domain/templateTexts.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { IconButton } from '../../ui/Button.tsx';

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

type Diagnoses = RecordTemplate['diagnosisList'];
type ChosenProps = { readonly diagnoses: Diagnoses; readonly onChange: (list: readonly Diagnoses[number][]) => void };

/** The diagnoses of a template, each of which can be removed. */
export function ChosenDiagnoses({ diagnoses, onChange }: ChosenProps) {
  const { t } = useTranslation();
  if (diagnoses.length === 0) return null;
  return (
    <ul className="tpl-chosen" aria-label={t('record.diagnosis.chosen')}>
      {diagnoses.map(({ id, code, name }) => (
        <li key={id}>
          <span>
            <span data-numeric="">{code}</span> {name}
          </span>
          <IconButton
            size="sm"
            label={t('record.diagnosis.remove', { name })}
            onClick={() => onChange(withoutDiagnosis(diagnoses, id))}
          >
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
