import type * as z from 'zod/mini';
import { OrderId } from '../../contract/ids.ts';
import { Int, Ms } from '../../contract/values.ts';

type Schema = z.ZodMiniType;
type Run = (payload: { value: unknown; issues: unknown[] }, context: object) => unknown;
type Node = { _zod: { def: Def; run: Run; traits: Set<string>; optin?: string; optout?: string } };
/** The parts of zod's description of a schema that this file reads; zod documents them for such programs. */
type Def = {
  type: string;
  checks?: unknown[];
  coerce?: boolean;
  format?: string;
  values?: unknown[];
  shape?: Record<string, Node>;
  catchall?: unknown;
  element?: Node;
  innerType?: Node;
  in?: Node;
  out?: Node;
  options?: Node[];
  inclusive?: boolean;
  discriminator?: string;
};

/** The generated reader's result for a value that it does not accept; the schema itself then parses that value. */
const mismatch = Symbol('mismatch');

type Test = (at: string) => string;

/** Tests for scalars that their schemas return unchanged. All ids share one schema. */
const unchanged = new Map<unknown, Test>([
  [Int, (at) => `Number.isSafeInteger(${at})`],
  [Ms, (at) => `Number.isFinite(${at})`],
  [OrderId, (at) => `typeof ${at} === 'string' && /^[!-~]{1,64}$/.test(${at})`],
]);

const plain: Readonly<Record<string, Test>> = {
  string: (at) => `typeof ${at} === 'string'`,
  boolean: (at) => `typeof ${at} === 'boolean'`,
  number: (at) => `Number.isFinite(${at})`,
};

const isBare = ({ _zod: { def, traits } }: Node) =>
  !def.checks?.length && !def.coerce && !traits.has('$ZodCheck') && def.catchall === undefined;

function testOf(node: Node): Test | undefined {
  const { def } = node._zod;
  if (def.format === 'safeint' && !def.checks?.length && !def.coerce) return unchanged.get(Int);
  return unchanged.get(node) ?? (isBare(node) ? plain[def.type] : undefined);
}

/** Generates a function that parses a value as the schema does, without the objects that zod creates for every part of it. */
function generateReader(schema: Node): (value: unknown) => unknown {
  const lines: string[] = [];
  const constants: unknown[] = [];
  let nameCount = 0;
  const newName = () => `v${++nameCount}`;
  const constant = (value: unknown) => `constants[${constants.push(value) - 1}]`;
  const check = (test: string) => lines.push(`if (!(${test})) return mismatch;`);

  function readByZod(node: Node, at: string): string {
    const found = newName();
    lines.push(`const ${found} = ${constant(node._zod)}.run({ value: ${at}, issues: [] }, { async: false });`);
    check(`!(${found} instanceof Promise) && ${found}.issues.length === 0`);
    return `${found}.value`;
  }

  function readUnless(absent: string, node: Node, at: string): string {
    const out = newName();
    lines.push(`let ${out} = ${absent};`, `if (${at} !== ${absent}) {`);
    lines.push(`${out} = ${read(node, at)};`, '}');
    return out;
  }

  function readArray(node: Node, at: string): string {
    const [out, n, item] = [newName(), newName(), newName()];
    check(`Array.isArray(${at})`);
    lines.push(`const ${out} = new Array(${at}.length);`, `for (let ${n} = 0; ${n} < ${at}.length; ${n} += 1) {`);
    lines.push(`const ${item} = ${at}[${n}];`);
    lines.push(`${out}[${n}] = ${read(node, item)};`, '}');
    return out;
  }

  function readObject(shape: Record<string, Node>, at: string): string {
    const out = newName();
    check(`typeof ${at} === 'object' && ${at} !== null && !Array.isArray(${at})`);
    lines.push(`const ${out} = {};`);
    for (const [key, node] of Object.entries(shape)) {
      const [name, value] = [JSON.stringify(key), newName()];
      const mayLack = node._zod.optin === 'optional';
      lines.push(`const ${value} = ${at}[${name}];`);
      if (mayLack) lines.push(`if (${value} !== undefined || ${name} in ${at}) {`);
      else check(`${value} !== undefined`);
      lines.push(`${out}[${name}] = ${read(node, value)};`);
      if (mayLack) lines.push('}');
    }
    return out;
  }

  const isSimple = ({ _zod: { optin, optout } }: Node) =>
    optin === undefined || (optin === 'optional' && optout === 'optional');

  function read(node: Node, at: string): string {
    const test = testOf(node);
    if (test) {
      check(test(at));
      return at;
    }
    const { type, shape, element, innerType, values, in: before, out: after } = node._zod.def;
    const { options, discriminator, inclusive } = node._zod.def;
    if (!isBare(node)) return readByZod(node, at);
    if (type === 'nullable' && innerType) return readUnless('null', innerType, at);
    if (type === 'optional' && innerType?._zod.optin === undefined && innerType)
      return readUnless('undefined', innerType, at);
    if (type === 'array' && element) return readArray(element, at);
    if (type === 'pipe' && before && after) return read(after, read(before, at));
    if (type === 'object' && shape && Object.values(shape).every(isSimple)) return readObject(shape, at);
    const [first] = options ?? [];
    if (type === 'union' && first && discriminator === undefined && inclusive !== false) return read(first, at);
    if (type === 'literal' && values?.length === 1) {
      check(`${at} === ${constant(values[0])}`);
      return at;
    }
    return readByZod(node, at);
  }

  const result = read(schema, 'value');
  const body = `return (value) => { ${lines.join('\n')}\nreturn ${result}; };`;
  return new Function('constants', 'mismatch', body)(constants, mismatch);
}

type Reading<S extends Schema> = Pick<S, 'parse' | 'safeParse'>;
const compiledReaders = new WeakMap<Schema, Reading<Schema>>();

/** Parses like the schema, only faster; errors come from the schema itself. */
export function compiled<S extends Schema>(schema: S): Reading<S> {
  const known = compiledReaders.get(schema);
  // The cached entry was compiledReaders from this schema.
  if (known) return known as Reading<S>;
  let reader: ((value: unknown) => unknown) | null = null;
  const readFast = (value: unknown) => {
    reader ??= generateReader(schema as unknown as Node);
    return reader(value);
  };
  const reading = {
    parse(value: unknown, params?: object) {
      const data = readFast(value);
      return data === mismatch ? schema.parse(value, params) : data;
    },
    safeParse(value: unknown, params?: object) {
      const data = readFast(value);
      return data === mismatch ? schema.safeParse(value, params) : { success: true, data };
    },
  } as unknown as Reading<S>;
  compiledReaders.set(schema, reading);
  return reading;
}
