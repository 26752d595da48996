import type { FormEvent } from 'react';
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm } from 'react-hook-form';
import type { Answer, Failure } from '../../../contract/operation.ts';
import { checkedBy, errorText, type Problems, showRefusal } from './fields.ts';
import { useDraftedForm } from './useDraftedForm.ts';
import { isSame, useStoredValues } from './useStoredValues.ts';

type Needs<Values, Data> = {
  /** The name of the draft in which the typed values are kept until they are saved. */
  readonly name: string;
  /** The field that drafts of an older version have alone. */
  readonly textField?: Path<Values>;
  readonly stored: Values;
  /** Fields that must not be saved as they are, with what is wrong with them. */
  readonly check: (values: Values) => Problems<Values>;
  readonly save: (values: Values) => Promise<Answer<Data>>;
  readonly onSaved: (data: Data, saved: Values) => void;
  /** What a form that stays open begins with after it is saved; what was typed meanwhile stays. */
  readonly next?: (saved: Values) => Values;
  /** Loads the stored state again, which somebody else may have changed; what was typed stays. */
  readonly onRefused?: (failure: Failure) => void;
};

/**
 * A form whose typed values are kept while it is closed, after a refusal and over a reload.
 * Problems show after the first attempt to save, at their fields, and the first one gets the focus.
 */
export function useSavedForm<Values extends FieldValues, Data>(needs: Needs<Values, Data>) {
  const { name, textField, stored, check, save, onSaved, next, onRefused } = needs;
  // The stored values are all of the form's fields.
  const form = useForm<Values>({ resolver: checkedBy(check), defaultValues: stored as DefaultValues<Values> });
  const { errors, isDirty, isSubmitting } = form.formState;
  const drop = useDraftedForm(form, name, textField);
  useStoredValues(form, stored);
  const send = form.handleSubmit(async (values) => {
    const answer = await save(values);
    if (!answer.ok) {
      showRefusal(form, answer.failure);
      return onRefused?.(answer.failure);
    }
    if (next) form.reset(next(values), { keepValues: !isSame(form.getValues(), values) });
    if (!next) drop();
    onSaved(answer.data, values);
  });
  return {
    form,
    isUnsaved: isDirty,
    isSaving: isSubmitting,
    /** Why the last attempt was refused, unless it is shown at a field. */
    refusal: errors.root?.message ?? null,
    /** Attributes of a field, with what is wrong with it; once left, it shows what was understood. */
    fieldOf: (field: Path<Values>, understood = (typed: string) => typed) => ({
      ...form.register(field, {
        onBlur({ target: { value } }: { readonly target: { readonly value: string } }) {
          const shown = understood(value);
          // A field with a text is of a form's text values.
          if (shown !== value) form.setValue(field, shown as PathValue<Values, Path<Values>>, { shouldDirty: true });
        },
      }),
      error: errorText(form.getFieldState(field, form.formState).error),
    }),
    reset: drop,
    submit(event?: FormEvent) {
      event?.preventDefault();
      if (!isSubmitting) void send(event);
    },
  };
}
