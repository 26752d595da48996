import * as z from 'zod/mini';
import { codePoints } from '../domain/codePoints.ts';
import { hasText, t } from '../locales/i18n.ts';
import type { TextKey } from '../locales/texts.ts';

type Told = { readonly message?: string | undefined } | undefined;
type Values = Readonly<Record<string, string | number>>;

/** What is wrong with a field, kept as a text key, so that it is read in the language that is shown. */
export const problem = (key: TextKey, values: Values = {}): string => JSON.stringify([key, values]);

const isProblem = (read: unknown): read is [TextKey, Values] =>
  Array.isArray(read) && typeof read[0] === 'string' && hasText(read[0]);

/** The words under a field: the product's own, or what the platform said; null while nothing is wrong. */
export function said(told: Told): string | null {
  const message = told?.message ?? '';
  if (!message.startsWith('[')) return message === '' ? null : message;
  const read: unknown = JSON.parse(message);
  return isProblem(read) ? (t as (key: TextKey, values: Values) => string)(...read) : null;
}

const tooLong = (max: number) => (issue: { readonly input?: unknown }) =>
  problem('common.form.tooLong', { max, count: codePoints(String(issue.input ?? '')) });

/** Text that may be missing. */
export const anyText = (max: number) =>
  z.string().check(z.refine((text) => codePoints(text) <= max, { error: tooLong(max) }));

/** Text that must be there. */
export const someText = (max: number) =>
  anyText(max).check(z.refine((text) => text.trim() !== '', { error: problem('common.form.required') }));

/** A whole number as it is typed; what may be missing is '' then. */
export const wholeNumber = (min: number, max: number, { optional = false } = {}) =>
  z.string().check(
    z.refine((text) => optional || text.trim() !== '', { error: problem('common.form.required'), abort: true }),
    z.refine(
      (text) => {
        const typed = text.trim();
        return typed === '' || (/^\d{1,9}$/.test(typed) && Number(typed) >= min && Number(typed) <= max);
      },
      { error: problem('common.form.wholeNumber', { min, max }) },
    ),
  );
