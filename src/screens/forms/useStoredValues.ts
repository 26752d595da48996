import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Whether two values of a form are the same, with all that they hold. */
export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const keepTyped = {
  keepDirty: true,
  keepDirtyValues: true,
  keepErrors: true,
  keepIsSubmitted: true,
  keepSubmitCount: true,
  keepTouched: true,
};

/** Takes stored values that changed since the form began into the fields in which nothing was typed; they are all of its fields. */
export function useStoredValues<Values extends FieldValues>(form: UseFormReturn<Values>, stored: Values): void {
  // Only a form that reads them keeps count of the changed fields, which a change elsewhere must not touch.
  const { isSubmitting, dirtyFields: _ } = form.formState;
  const begun = useRef(stored);
  useEffect(() => {
    if (isSubmitting || isSame(stored, begun.current)) return;
    begun.current = stored;
    form.reset(stored, keepTyped);
  });
}
