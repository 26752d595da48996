import * as z from 'zod/mini';
import { hospitalOffset, mobilePattern } from './limits.ts';
import type { Bounds } from './settingBounds.ts';
import { saysSomething, visibleCharacter } from './writtenReason.ts';

/**
 * Epoch milliseconds. The existing platform also sends numeric strings and `yyyy-MM-dd HH:mm:ss` in the hospital's
 * zone.
 */
export const Ms = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value, context) => {
    const ms =
      typeof value === 'number'
        ? value
        : /^\d+$/.test(value)
          ? Number(value)
          : Date.parse(value.replace(/ (.*)/, `T$1${hospitalOffset}`));
    if (Number.isFinite(ms)) return ms;
    context.issues.push({ code: 'custom', message: 'not a time', input: value });
    return z.NEVER;
  }),
);

/** Money in cents (分). */
export const Cents = z.int();

/** A count or status; the existing platform may send it as a numeric string. */
export const Int = z.pipe(z.union([z.int(), z.string().check(z.regex(/^-?\d{1,15}$/))]), z.transform(Number));

/** A count or status in a filter: a value beyond four bytes matches no row and would fail in the database. */
export const Int4 = Int.check(z.minimum(-2_147_483_648), z.maximum(2_147_483_647));

/** A whole number within bounds. */
export const wholeBetween = ({ min, max }: Bounds) => z.int().check(z.minimum(min), z.maximum(max));

/** Such a number as the existing platform may send it. */
export const intBetween = ({ min, max }: Bounds) => Int.check(z.minimum(min), z.maximum(max));

/** A flag that may arrive as true, 1 or "1". */
export const Flag = z.pipe(
  z.nullish(z.union([z.boolean(), z.number(), z.string()])),
  z.transform((value) => value === true || value === 1 || value === '1' || value === 'true'),
);

/** Text without NUL and lone surrogates, which PostgreSQL cannot store. */
const storable = /^[^\0\ud800-\udfff]*$/u;
/** Error message for text that cannot be stored. */
export const brokenCharacter = 'contains a broken character, such as half an emoji; remove it and try again';

const onlySpaces = /^\s*$/;

/** A text that shows nothing is empty; spaces alone stay, because a form that still has the focus compares them. */
const withoutInvisible = (written: string): string =>
  visibleCharacter.test(written) || onlySpaces.test(written) ? written : '';

/** Free text: bounded in length, storable, and empty if no character of it is visible. */
export const text = (max: number) =>
  z.string().check(z.maxLength(max), z.regex(storable, brokenCharacter), z.overwrite(withoutInvisible));

/** Free text that must not be empty. */
export const someText = (max: number) => text(max).check(z.regex(visibleCharacter, 'is empty'));

const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Marks of direction and characters without width; joiners stay, because some scripts need them. */
const hiddenInNames = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
const asName = (written: string) => written.replace(lineBreaks, ' ').replace(hiddenInNames, '');

/** A name on one line: two names that look the same are the same, whoever decides on them or signs with them. */
export const nameText = (max: number) => text(max).check(z.overwrite(asName));

/** A name that must not be empty. */
export const someName = (max: number) => someText(max).check(z.overwrite(asName));

/** A written reason, which must say something. */
export const reasonText = (max: number) =>
  text(max).check(z.refine(saysSomething, 'gives no reason; write a few words'));

/** A remark beside a coded reason: may be empty, but what is written must say something. */
export const remarkText = (max: number) =>
  text(max).check(
    z.refine(
      (written) => !visibleCharacter.test(written) || saysSomething(written),
      'says nothing; write a few words or leave it empty',
    ),
  );

const deepestJson = 30;

function isStorableJson(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return storable.test(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' || value === null;
  const isStorable = ([name, inner]: [string, unknown]) => storable.test(name) && isStorableJson(inner, depth + 1);
  return depth < deepestJson && Object.entries(value).every(isStorable);
}

/** Any JSON of limited depth whose texts are storable. */
export const Json = z.custom<z.core.util.JSONType>(
  (value) => isStorableJson(value),
  'is nested too deep, or contains a broken character',
);

export const Mobile = z.string().check(z.regex(mobilePattern, 'is not a mobile number'));

/** One page of a list: `pageNo` from 1, at most 200 rows. */
export const PageQuery = z.object({
  pageNo: z._default(Int.check(z.minimum(1), z.maximum(1_000_000)), 1),
  pageSize: z._default(Int.check(z.minimum(1), z.maximum(200)), 10),
});

/** A page: the rows and the total number. */
export const page = <T extends z.ZodMiniType>(row: T) => z.object({ list: z.array(row), total: z.int() });

/** Some answers may be a page or a bare array; inside the product it is always an array. */
export const rows = <T extends z.ZodMiniType>(row: T) =>
  z.pipe(
    z.union([z.array(row), z.object({ list: z.array(row) })]),
    z.transform((value) => (Array.isArray(value) ? value : value.list)),
  );
