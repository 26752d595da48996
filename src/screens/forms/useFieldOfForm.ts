import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { errorText } from './fields.ts';

/** A field of a form whose text the screen reads while it is typed. */
export function useFieldOfForm<Values extends FieldValues>(control: Control<Values>, name: FieldPath<Values>) {
  const { field, fieldState } = useController({ control, name });
  const { value, onChange, onBlur, ref } = field;
  return { value: String(value ?? ''), onChange, onBlur, ref, error: errorText(fieldState.error) };
}
