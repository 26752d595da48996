import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { catalogue } from '../../../contract/catalogue.ts';
import type { Operation } from '../../../contract/operation.ts';
import { clientEvents } from '../../../contract/socket.ts';
import { compiled } from '../../../server/http/compiledSchemas.ts';

type Def = { type: string; options?: Node[]; shape?: Record<string, Node> } & Record<
  'innerType' | 'element' | 'in' | 'valueType',
  Node
>;
type Node = { _zod: { def: Def; values?: Set<string>; optin?: string } };

/** Occasionally an invalid value in place of a valid one. */
const junk = fc.constantFrom(null, undefined, 1, 1.5, Number.NaN, 2 ** 60, '', 'x', '12', {}, [], true, new Date(0));

function proper(node: Node): fc.Arbitrary<unknown> {
  const { def, values } = node._zod;
  switch (def.type) {
    case 'string':
      return fc.oneof(fc.string(), fc.uuid(), fc.constantFrom('1', '13800000001'));
    case 'number':
      return fc.oneof(fc.integer(), fc.integer({ min: 0, max: 20 }), fc.double());
    case 'boolean':
      return fc.boolean();
    case 'literal':
    case 'enum':
      return fc.constantFrom(...(values ?? []));
    case 'nullable':
      return fc.option(arbitrary(def.innerType), { nil: null });
    case 'optional':
    case 'default':
      return fc.option(arbitrary(def.innerType), { nil: undefined });
    case 'array':
      return fc.array(arbitrary(def.element), { maxLength: 3 });
    case 'pipe':
      return arbitrary(def.in);
    case 'union':
      return fc.oneof(...(def.options ?? []).map(arbitrary));
    case 'record':
      return fc.dictionary(fc.string(), arbitrary(def.valueType), { maxKeys: 2 });
    case 'object': {
      const shape = Object.entries(def.shape ?? {});
      const needed = shape.filter(([, field]) => field._zod.optin === undefined).map(([key]) => key);
      const fields = Object.fromEntries(shape.map(([key, field]) => [key, arbitrary(field)]));
      return fc.record({ ...fields, strange: fc.boolean() } as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: needed,
      });
    }
    default:
      return fc.jsonValue();
  }
}

const arbitrary = (node: Node): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: proper(node), weight: 40 }, { arbitrary: junk, weight: 1 });

const operations = Object.entries<Operation>(catalogue).flatMap(([name, { query, body, reply }]) => [
  [`${name}: query`, query] as const,
  [`${name}: body`, body] as const,
  [`${name}: reply`, reply] as const,
]);
const schemas = [...operations, ...Object.entries<z.ZodMiniType>(clientEvents)];

describe.each(schemas)('%s', (_, schema) => {
  test('is parsed as its schema parses it, with the same errors', () => {
    fc.assert(
      fc.property(arbitrary(schema as unknown as Node), (value) => {
        const [read, meant] = [compiled(schema).safeParse(value), schema.safeParse(value)];
        expect(read.success).toBe(meant.success);
        expect(read.data).toStrictEqual(meant.data);
        expect(read.error?.issues).toEqual(meant.error?.issues);
      }),
      { numRuns: 40 },
    );
  });
});

test('an optional field that is missing stays missing, and one that is undefined stays present', () => {
  const schema = z.object({ a: z.optional(z.string()), b: z.nullish(z.number()) });
  expect(Object.keys(compiled(schema).parse({}))).toEqual([]);
  expect(Object.keys(compiled(schema).parse({ a: undefined, b: null }))).toEqual(['a', 'b']);
});

test('the result is a copy without unknown fields', () => {
  const given = { list: [{ id: 1, password: 'x' }] };
  const read = compiled(z.object({ list: z.array(z.object({ id: z.number() })) })).parse(given);
  expect(read).toEqual({ list: [{ id: 1 }] });
  expect(given.list[0]).toEqual({ id: 1, password: 'x' });
});

test('zod compiles every schema of the contract but the tree of areas, which contains itself', () => {
  const isCompiled = (schema: z.ZodMiniType) => {
    try {
      return z.compile(schema, { strict: true }) !== schema;
    } catch (cause) {
      expect(cause).toBeInstanceOf(z.ZodCompileUnsupportedError);
      return false;
    }
  };
  expect(schemas.filter(([, schema]) => !isCompiled(schema)).map(([name]) => name)).toEqual(['getAreaTree: reply']);
});
