import type * as z from 'zod/mini';
import { OrderId } from '../../contract/ids.ts';
import { Int, Ms } from '../../contract/values.ts';

type Schema = z.ZodMiniType;
type Run = (payload: { value: unknown; issues: unknown[] }, context: object) => unknown;
type Node = { _zod: { def: Def; run: Run; traits: Set<string>; optin?: string; optout?: string } };
/** What is read of zod's own description of a schema, which its core documents for such programs. */
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

/** Says that a value is not of the simple form; the schema itself then decides what it is. */
const misfit = Symbol('misfit');

type Test = (at: string) => string;

/** Wire values as our own side writes them, which their schemas leave as they are. All ids share one schema. */
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

/** Writes a function that reads a value as the schema does, without the objects that zod makes for every part of it. */
function written(schema: Node): (value: unknown) => unknown {
  const lines: string[] = [];
  const held: unknown[] = [];
  let names = 0;
  const fresh = () => `v${++names}`;
  const hold = (value: unknown) => `held[${held.push(value) - 1}]`;
  const insist = (test: string) => lines.push(`if (!(${test})) return misfit;`);

  function entrusted(node: Node, at: string): string {
    const found = fresh();
    lines.push(`const ${found} = ${hold(node._zod)}.run({ value: ${at}, issues: [] }, { async: false });`);
    insist(`!(${found} instanceof Promise) && ${found}.issues.length === 0`);
    return `${found}.value`;
  }

  function unless(absent: string, node: Node, at: string): string {
    const out = fresh();
    lines.push(`let ${out} = ${absent};`, `if (${at} !== ${absent}) {`);
    lines.push(`${out} = ${read(node, at)};`, '}');
    return out;
  }

  function listed(node: Node, at: string): string {
    const [out, n, item] = [fresh(), fresh(), fresh()];
    insist(`Array.isArray(${at})`);
    lines.push(`const ${out} = new Array(${at}.length);`, `for (let ${n} = 0; ${n} < ${at}.length; ${n} += 1) {`);
    lines.push(`const ${item} = ${at}[${n}];`);
    lines.push(`${out}[${n}] = ${read(node, item)};`, '}');
    return out;
  }

  function fields(shape: Record<string, Node>, at: string): string {
    const out = fresh();
    insist(`typeof ${at} === 'object' && ${at} !== null && !Array.isArray(${at})`);
    lines.push(`const ${out} = {};`);
    for (const [key, node] of Object.entries(shape)) {
      const [name, value] = [JSON.stringify(key), fresh()];
      const mayLack = node._zod.optin === 'optional';
      lines.push(`const ${value} = ${at}[${name}];`);
      if (mayLack) lines.push(`if (${value} !== undefined || ${name} in ${at}) {`);
      else insist(`${value} !== undefined`);
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
      insist(test(at));
      return at;
    }
    const { type, shape, element, innerType, values, in: before, out: after } = node._zod.def;
    const { options, discriminator, inclusive } = node._zod.def;
    if (!isBare(node)) return entrusted(node, at);
    if (type === 'nullable' && innerType) return unless('null', innerType, at);
    if (type === 'optional' && innerType?._zod.optin === undefined && innerType)
      return unless('undefined', innerType, at);
    if (type === 'array' && element) return listed(element, at);
    if (type === 'pipe' && before && after) return read(after, read(before, at));
    if (type === 'object' && shape && Object.values(shape).every(isSimple)) return fields(shape, at);
    const [first] = options ?? [];
    if (type === 'union' && first && discriminator === undefined && inclusive !== false) return read(first, at);
    if (type === 'literal' && values?.length === 1) {
      insist(`${at} === ${hold(values[0])}`);
      return at;
    }
    return entrusted(node, at);
  }

  const result = read(schema, 'value');
  const body = `return (value) => { ${lines.join('\n')}\nreturn ${result}; };`;
  return new Function('held', 'misfit', body)(held, misfit);
}

type Reading<S extends Schema> = Pick<S, 'parse' | 'safeParse'>;
const made = new WeakMap<Schema, Reading<Schema>>();

/** Reads a value as its schema does; what is wrong with one is said by the schema itself. */
export function compiled<S extends Schema>(schema: S): Reading<S> {
  const known = made.get(schema);
  // One was made of this very schema.
  if (known) return known as Reading<S>;
  let reader: ((value: unknown) => unknown) | null = null;
  const quick = (value: unknown) => {
    reader ??= written(schema as unknown as Node);
    return reader(value);
  };
  const reading = {
    parse(value: unknown, params?: object) {
      const data = quick(value);
      return data === misfit ? schema.parse(value, params) : data;
    },
    safeParse(value: unknown, params?: object) {
      const data = quick(value);
      return data === misfit ? schema.safeParse(value, params) : { success: true, data };
    },
  } as unknown as Reading<S>;
  made.set(schema, reading);
  return reading;
}
