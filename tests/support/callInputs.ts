import { z } from 'zod';

/** The part of JSON Schema that the contract's requests use. */
type Node = {
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Node[];
  oneOf?: readonly Node[];
  allOf?: readonly Node[];
  properties?: Record<string, Node>;
  items?: Node;
  propertyNames?: Node;
  additionalProperties?: Node;
  pattern?: string;
  minimum?: number;
};

export type Path = readonly (string | number)[];

/** Supplies the text for a text field; `path` is the field's place. */
type Fill = (path: Path) => unknown;

/** Texts for fields with a fixed format; the first that matches the field's patterns is used. */
const formal = ['1', '13800000001', '123456', '0192f0c1-6d3a-7b8e-9a51-0c9a4b1d2e3f', 'localhost', '2030-01-07', '1.1'];

const patternsOf = ({ pattern, allOf = [] }: Node) =>
  [pattern, ...allOf.map((part) => part.pattern)].flatMap((source) =>
    source === undefined ? [] : [new RegExp(source, 'u')],
  );

function textFor(node: Node, wanted: unknown): unknown {
  const patterns = patternsOf(node);
  const fits = (text: unknown) => typeof text === 'string' && patterns.every((pattern) => pattern.test(text));
  return fits(wanted) ? wanted : formal.find(fits);
}

function example(node: Node, path: Path, fill: Fill): unknown {
  const [option] = [...(node.anyOf ?? node.oneOf ?? [])].filter(({ type }) => type !== 'null');
  if (option) return example(option, path, fill);
  if ('const' in node) return node.const;
  if (node.enum) return node.enum[0];
  switch (typeof node.type === 'object' ? node.type[0] : node.type) {
    case 'object': {
      const fields = Object.entries(node.properties ?? {});
      if (node.additionalProperties)
        return { [String(fill([...path, 'key']))]: example(node.additionalProperties, [...path, 'value'], fill) };
      return Object.fromEntries(fields.map(([name, field]) => [name, example(field, [...path, name], fill)]));
    }
    case 'array':
      return node.items ? [example(node.items, [...path, 0], fill)] : [];
    case 'integer':
    case 'number': {
      const wanted = fill(path);
      return typeof wanted === 'number' ? wanted : Math.max(1, node.minimum ?? 1);
    }
    case 'boolean':
      return true;
    default:
      return textFor(node, fill(path));
  }
}

/** Example values of a schema with every optional field: one for each alternative. */
export function examplesOf(schema: z.core.$ZodType, fill: Fill): Record<string, unknown>[] {
  const node = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Node;
  const alternatives = node.anyOf ?? node.oneOf ?? [node];
  // Every request of the contract is an object.
  return alternatives.map((one) => example(one, [], fill) as Record<string, unknown>);
}

/** Every path inside a value, the inner ones first. */
export function matchOffsets(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return path.length === 0 ? [] : [path];
  const inner = Object.entries(value).flatMap(([name, item]) =>
    matchOffsets(item, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return path.length === 0 ? inner : [...inner, path];
}

/** A copy of `value` with `put` at one path. */
export function replacedAt(value: unknown, [name, ...rest]: Path, put: unknown): unknown {
  if (name === undefined) return put;
  const copy: unknown = structuredClone(value);
  if (typeof copy !== 'object' || copy === null) return copy;
  Reflect.set(copy, name, replacedAt(Reflect.get(copy, name), rest, put));
  return copy;
}
