import { useSelector } from '@xstate/react';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { TextAreaField } from '../../ui/TextAreaField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { type SectionName, sectionLength } from './sections.ts';

type Props = {
  readonly record: RecordActor;
  readonly name: SectionName;
  readonly required?: boolean;
  readonly hint?: string;
};

/** One section of the record. Only this one is drawn again while it is typed into. */
export function RecordField({ record, name, required = false, hint }: Props) {
  const { t } = useTranslation();
  const text = useSelector(record, (s) => s.context.fields[name] ?? '');
  const missing = useSelector(record, (s) => s.context.missing.some((one) => one === name));
  const editable = useSelector(record, (s) => s.hasTag('editable') || s.matches('refused'));
  const wanted = name === 'chiefComplaint' || name === 'presentIllness' || name === 'treatmentAdvice' ? name : null;
  const own = {
    label: t(`record.fields.${name}`),
    value: text,
    readOnly: !editable,
    maxLength: sectionLength(name),
    error: missing && wanted ? t(`record.missing.${wanted}`) : null,
    required,
    hint,
  };
  const write = (next: string) => record.send({ type: 'field.changed', patch: { [name]: next } });
  return name === 'chiefComplaint' ? (
    <TextField {...own} autoComplete="off" onChange={(event) => write(event.target.value)} />
  ) : (
    <TextAreaField {...own} rows={required ? 2 : 1} onChange={(event) => write(event.target.value)} />
  );
}
