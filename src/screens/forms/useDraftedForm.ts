import { useEffect, useRef } from 'react';
import { type FieldValues, type Path, type UseFormReturn, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { useFormDraft } from './useFormDraft.ts';
import { isSame } from './useStoredValues.ts';

const Fields = z.record(z.string(), z.unknown());
type Fields = z.infer<typeof Fields>;
const Stored = z.union([z.string(), Fields]);

/** The fields that differ from what the form began with; null if none does. */
function typedFields(values: Fields, first: Fields): Fields | null {
  const typed = Object.entries(values).filter(([name, value]) => !isSame(value, first[name]));
  return typed.length > 0 ? Object.fromEntries(typed) : null;
}

/** What was typed before, without what this form does not have. */
const fitting = (typed: Fields, values: Fields): Fields =>
  Object.fromEntries(Object.entries(typed).filter(([name, value]) => typeof values[name] === typeof value));

/**
 * Keeps what is typed in a form, and begins the form with what was typed before. The result resets
 * the form and deletes the draft, for when it is saved or given up. A draft of an older version may be one text: that of
 * `textField`.
 */
export function useDraftedForm<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: string,
  textField?: Path<Values>,
): () => void {
  const [draft, keep] = useFormDraft(name, Stored);
  const values: Fields = useWatch({ control: form.control });
  const { isDirty, defaultValues } = form.formState;
  const typed = isDirty ? typedFields(values, defaultValues ?? {}) : null;
  const shown = useRef<Fields | null>(null);
  useEffect(() => {
    if (isSame(typed, shown.current)) return;
    shown.current = typed;
    keep(typed);
  });
  useEffect(() => {
    if (draft === null || shown.current !== null) return;
    const now = form.getValues();
    const before = typeof draft === 'string' ? (textField ? { [textField]: draft } : {}) : draft;
    // The fields that fit are of this form's types.
    form.reset({ ...now, ...(fitting(before, now) as Partial<Values>) }, { keepDefaultValues: true });
  }, [draft, form, textField]);
  return () => {
    form.reset();
    shown.current = null;
    keep(null);
  };
}
