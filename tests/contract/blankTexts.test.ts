import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { catalogue } from '../../contract/catalogue.ts';
import type { Operation } from '../../contract/operation.ts';

type Schema = z.ZodMiniType;
type Field = { readonly path: string; readonly schema: Schema };

/** What the kinds of schemas hold inside; kinds that are missing hold nothing. */
const insides: Readonly<Record<string, (def: never) => readonly (readonly [string, Schema])[]>> = {
  object: ({ shape }: { shape: Record<string, Schema> }) =>
    Object.entries(shape).map(([name, one]) => [`.${name}`, one]),
  array: ({ element }: { element: Schema }) => [['[]', element]],
  record: ({ valueType }: { valueType: Schema }) => [['{}', valueType]],
  union: ({ options }: { options: readonly Schema[] }) => options.map((one) => ['', one]),
  pipe: (def: { in: Schema }) => [['', def.in]],
  intersection: ({ left, right }: { left: Schema; right: Schema }) => [
    ['', left],
    ['', right],
  ],
};
const wrappers = ['optional', 'nullable', 'default', 'prefault', 'readonly', 'nonoptional', 'catch'];
for (const kind of wrappers)
  Object.assign(insides, { [kind]: ({ innerType }: { innerType: Schema }) => [['', innerType]] });

function textsIn(schema: Schema, path: string): readonly Field[] {
  const { def } = schema._zod;
  if (def.type === 'string') return [{ path, schema }];
  return (insides[def.type]?.(def as never) ?? []).flatMap(([step, one]) => textsIn(one, path + step));
}

/** Texts that the platform compares or gives out itself, and no person writes. */
const codes = /\.(device|refreshToken|overridden|alsoBanned\[\])$/;

const texts = Object.entries<Operation>(catalogue).flatMap(([name, { query, body }]) =>
  [query, body].flatMap((part) => (part ? textsIn(part, name) : [])),
);
const readBy = ({ schema }: Field, text: string) => schema.safeParse(text);
/** Texts in a person's own words, which no pattern limits. */
const written = texts.filter((one) => !codes.test(one.path) && readBy(one, '两个 words.').success);

const invisible = ['\u200b', '\u2060\u2060', '\u2800', '\u3164', ' \u3164\n', '\u202e\u202c', '\u{e0041}'];

test('a text without a visible character is empty in every text that a call takes', () => {
  expect(written.length).toBeGreaterThan(200);
  const wrong = written.flatMap((one) => {
    const isOptional = readBy(one, '').success;
    return invisible
      .map((text) => ({ text, read: readBy(one, text) }))
      .filter(({ read }) => (read.success ? !isOptional || read.data !== '' : isOptional))
      .map(({ text }) => `${one.path} ${JSON.stringify(text)}`);
  });
  expect(wrong).toEqual([]);
});

test('spaces and line breaks stay as they are typed', () => {
  const [section] = written.filter(({ path }) => path === 'saveCase.presentIllness');
  expect(section?.schema.safeParse(' \n')).toMatchObject({ data: ' \n' });
});
