import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import type { Code } from '../../../contract/envelope.ts';
import type { Answer, Failure } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useFormDraft } from '../forms/useFormDraft.ts';
import { useKept } from '../forms/useKept.ts';

type Problems<Values> = Partial<Record<keyof Values & string, string>>;

const Fields = z.record(z.string(), z.union([z.string(), z.boolean(), z.null()]));

type Needs<Values, Data> = {
  /** The name of the draft in which the typed values are kept until they are saved. */
  readonly name: string;
  readonly stored: Values;
  /** Fields that must not be saved as they are, with what is wrong with them. */
  readonly check: (values: Values) => Problems<Values>;
  readonly save: (values: Values) => Promise<Answer<Data>>;
  readonly onSaved: (data: Data) => void;
  /** The form stays open after it is saved, with what was typed meanwhile. */
  readonly staysOpen?: boolean;
  /** Loads the stored state again, which somebody else may have changed; what was typed stays. */
  readonly onRefused?: (failure: Failure) => void;
};

const fieldOf = ({ data }: Failure): string | null => {
  const field: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'field') : null;
  return typeof field === 'string' ? (field.split('.')[0] ?? null) : null;
};

const duplicateRequest = 900 satisfies typeof Code.duplicateRequest;

/** The id of what an earlier attempt, whose answer was lost, has created with other content; null for other refusals. */
export function storedBefore({ code, data }: Failure): string | null {
  if (code !== duplicateRequest || typeof data !== 'object' || data === null) return null;
  const id: unknown = Reflect.get(data, 'id');
  return typeof id === 'string' ? id : null;
}

/** The id of a form's request, which stays the same for every attempt, and a function that takes a new one. */
export function useRequestId(name: string): readonly [string, () => void] {
  const [id, set] = useKept<string>(`request of ${name}`, crypto.randomUUID());
  return [id, () => set(crypto.randomUUID())];
}

/**
 * A form whose values are kept while it is closed, after a refusal and over a reload.
 * Problems show after the first attempt to save, at their fields, and the first one gets the focus.
 */
export function useForm<Values extends object, Data>({
  name,
  stored,
  check,
  save,
  onSaved,
  onRefused,
  staysOpen = false,
}: Needs<Values, Data>) {
  const { t } = useTranslation();
  const [typed, setTyped] = useFormDraft(name, Fields);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const isTypedMeanwhile = useRef(false);
  // Only what was typed is kept, so that a colleague's change of another field stays; it was typed into this form's fields.
  const values: Values = { ...stored, ...(typed as Partial<Values> | null) };
  const isUnsaved = typed !== null;
  const problems: Problems<Values> = tried ? check(values) : {};
  const refusedField = failure && fieldOf(failure);
  const isAtField = refusedField !== null && Object.hasOwn(values, refusedField);
  const focusFirstProblem = () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();

  async function submit() {
    if (busy) return;
    flushSync(() => {
      setTried(true);
      setFailure(null);
    });
    if (Object.keys(check(values)).length > 0) return focusFirstProblem();
    setBusy(true);
    isTypedMeanwhile.current = false;
    const answer = await save(values);
    flushSync(() => {
      setBusy(false);
      setFailure(answer.ok ? null : answer.failure);
    });
    if (!answer.ok) {
      onRefused?.(answer.failure);
      return focusFirstProblem();
    }
    setTried(false);
    if (!(staysOpen && isTypedMeanwhile.current)) setTyped(null);
    onSaved(answer.data);
  }
  return {
    form,
    values,
    busy,
    isUnsaved,
    /** Why the last attempt was refused, unless it is shown at a field. */
    refusal: failure && !isAtField ? failure.message : null,
    change(patch: Partial<Values>) {
      isTypedMeanwhile.current = true;
      setFailure(null);
      setTyped({ ...typed, ...patch });
    },
    reset() {
      setTried(false);
      setFailure(null);
      setTyped(null);
    },
    errorOf: (field: keyof Values & string): string | null =>
      problems[field] ?? (refusedField === field && failure ? failure.message : null),
    submit: () => void submit(),
    required: t('common.form.required'),
  };
}
