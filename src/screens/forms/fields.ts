import type {
  FieldErrors,
  FieldValues,
  Path,
  PathValue,
  Resolver,
  UseFormRegisterReturn,
  UseFormReturn,
} from 'react-hook-form';
import * as z from 'zod/mini';
import { readTypedNumber, type TypedNumber } from '../../../clinical/doses/typedNumber.ts';
import { isBlank } from '../../../clinical/words/writtenReason.ts';
import type { Failure } from '../../../contract/operation.ts';
import type { Bounds } from '../../../contract/settingBounds.ts';
import { codePoints } from '../../domain/codePoints.ts';
import { hasText, t } from '../../locales/i18n.ts';
import type { TextKey } from '../../locales/texts.ts';
import { type NumberLimits, numberProblem, wholeNumberProblem } from './numberProblem.ts';

type FieldError = { readonly message?: string | undefined } | undefined;
type Values = Readonly<Record<string, string | number>>;

/** A validation error as a text key, so that it is shown in the current language. */
export const problem = (key: TextKey, values: Values = {}): string => JSON.stringify([key, values]);

const isProblem = (read: unknown): read is [TextKey, Values] =>
  Array.isArray(read) && typeof read[0] === 'string' && hasText(read[0]);

/** The error text of a field, from the product or the platform; null if valid. */
export function errorText(error: FieldError): string | null {
  const message = error?.message ?? '';
  if (!message.startsWith('[')) return message === '' ? null : message;
  const read: unknown = JSON.parse(message);
  return isProblem(read) ? (t as (key: TextKey, values: Values) => string)(...read) : null;
}

const tooLong = (max: number) => (issue: { readonly input?: unknown }) =>
  problem('common.form.tooLong', { max, count: codePoints(String(issue.input ?? '')) });

/** Optional text. */
export const optionalText = (max: number) =>
  z.string().check(z.refine((text) => codePoints(text) <= max, { error: tooLong(max) }));

/** Required text. */
export const requiredText = (max: number) =>
  optionalText(max).check(z.refine((text) => !isBlank(text), { error: problem('common.form.required') }));

/** The error of a schema's field whose typed number is not read. */
export const unreadNumber =
  (limits: NumberLimits, read: Reader = (typed) => readTypedNumber(typed, limits)) =>
  (issue: { readonly input?: unknown }): string => {
    const typed = String(issue.input ?? '');
    const [key, values] = numberProblem(read(typed), typed, limits) ?? ['common.form.notANumber'];
    return problem(key, values);
  };

/** A whole number as typed text; an optional one may be empty. */
export const wholeNumber = (bounds: Bounds, { optional = false } = {}) =>
  z.string().check(
    z.refine((text) => optional || !isBlank(text), { error: problem('common.form.required'), abort: true }),
    z.refine((text) => wholeNumberProblem(text, bounds) === null, {
      error: ({ input }) => {
        const [key, values] = wholeNumberProblem(String(input ?? ''), bounds) ?? ['common.form.required'];
        return problem(key, values);
      },
    }),
  );

/** What is wrong with fields, each as `problem` says it. */
export type Problems<Fields> = Partial<Record<keyof Fields & string, string>>;

/** The resolver of a form that has rules of its own instead of a schema. */
export const checkedBy =
  <Fields extends FieldValues>(check: (fields: Fields) => Problems<Fields>): Resolver<Fields> =>
  (fields) => {
    const found = Object.entries(check(fields)).map(([name, message]) => [name, { type: 'check', message }]);
    // Each name is one of the form's fields.
    const errors = Object.fromEntries(found) as FieldErrors<Fields>;
    return found.length === 0 ? { values: fields, errors: {} } : { values: {}, errors };
  };

type Reader = (typed: string) => TypedNumber;

/** Attributes of a form's field for one number: once left, the field shows what was understood. */
export const registerNumber = <Fields extends FieldValues>(
  form: Pick<UseFormReturn<Fields>, 'register' | 'setValue'>,
  name: Path<Fields>,
  read: Reader = readTypedNumber,
): UseFormRegisterReturn<Path<Fields>> =>
  form.register(name, {
    onBlur: ({ target }: { readonly target: { readonly value: string } }) => {
      const one = read(target.value);
      // The field holds text, as the schema of every form with numbers says.
      if (one.kind === 'number' && one.text !== target.value)
        form.setValue(name, one.text as PathValue<Fields, Path<Fields>>, { shouldDirty: true, shouldValidate: true });
    },
  });

const fieldNamedBy = (data: unknown): string =>
  typeof data === 'object' && data !== null ? (String(Reflect.get(data, 'field') ?? '').split('.')[0] ?? '') : '';

/** Shows a refusal at the field that it names and moves the focus there; at the end of the form if it names none. */
export function showRefusal<Fields extends FieldValues>(
  { setError, getValues }: Pick<UseFormReturn<Fields>, 'setError' | 'getValues'>,
  { data, message }: Pick<Failure, 'data' | 'message'>,
): void {
  const field = fieldNamedBy(data);
  const isOwn = Object.hasOwn(getValues(), field);
  // The form has this field, as was just checked.
  setError(isOwn ? (field as Path<Fields>) : 'root', { message }, { shouldFocus: true });
}
