import { sections } from '../../../clinical/lifecycle/record.ts';
import type { RecordTemplate } from '../../../contract/extension/templates.ts';
import { sectionLengths } from '../../../contract/limits.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { TextAreaField } from '../../ui/TextField.tsx';
import { DiagnosisField } from '../record/DiagnosisField.tsx';
import { useVariableError } from './TemplateParts.tsx';

type Props = {
  readonly content: RecordTemplate;
  /** Why the platform refuses this field; null if it does not. */
  readonly refused: (field: string) => string | null;
  readonly onChange: (content: RecordTemplate) => void;
};

/** The sections of a record template and its diagnoses. */
export function RecordTexts({ content, refused, onChange }: Props) {
  const { t } = useTranslation();
  const wrong = useVariableError();
  return (
    <>
      {sections.map((name) => (
        <TextAreaField
          key={name}
          label={t(`record.fields.${name}`)}
          rows={1}
          maxLength={sectionLengths[name]}
          value={content.sections[name] ?? ''}
          error={refused(`sections.${name}`) ?? wrong(content.sections[name] ?? '')}
          onChange={(event) => onChange({ ...content, sections: { ...content.sections, [name]: event.target.value } })}
        />
      ))}
      <DiagnosisField
        form="template"
        required={false}
        error={refused('diagnosisList')}
        diagnoses={content.diagnosisList}
        onChange={(diagnosisList) => onChange({ ...content, diagnosisList: [...diagnosisList] })}
      />
    </>
  );
}
