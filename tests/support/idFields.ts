import { z } from 'zod';
import type { Path } from './callInputs.ts';

/** The part of JSON Schema that the contract's requests use. */
type Node = {
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Node[];
  oneOf?: readonly Node[];
  allOf?: readonly Node[];
  items?: Node;
  prefixItems?: readonly Node[];
  properties?: Record<string, Node>;
  required?: readonly string[];
  propertyNames?: Node;
  additionalProperties?: Node | boolean;
  pattern?: string;
};

/**
 * A place of a request that may name an object: a field or the key of a record. Its label names the alternatives of unions
 * that it is in, such as `body.changes[](op=confirm).id`; `path` leads to it in a value.
 */
export type IdPlace = { label: string; path: Path; isKey: boolean; field: string; value: unknown };

/** Names of fields that name an object or a file; the JSON in the content of a message may name both. */
const namesObject =
  /^(id|ids|.*Ids?|orderNo|visitNo|number|url|.*Urls?|images|attachments|avatar|logo|idCard\w+|content)$/;
/** The patterns of the contract's ids. */
const patternsOfIds = ['^[!-~]{1,64}$', '^\\d{1,18}$'];

const optionsOf = (node: Node): Node[] =>
  [...(node.anyOf ?? node.oneOf ?? [])].flatMap(optionsOf).concat(node.anyOf || node.oneOf ? [] : [node]);
const isContainer = ({ properties, items, prefixItems, additionalProperties, allOf = [] }: Node): boolean =>
  Boolean(properties ?? items ?? prefixItems) || typeof additionalProperties === 'object' || allOf.some(isContainer);
const isOpaque = ({ type, enum: values, ...node }: Node) =>
  type === undefined && values === undefined && !('const' in node) && node.pattern === undefined && !node.allOf;

const constantsOf = ({ properties = {} }: Node) =>
  Object.entries(properties).flatMap(([name, field]): [string, unknown][] =>
    'const' in field ? [[name, field.const]] : [],
  );

/** Whether a value has the fixed and the required fields of an object's schema; any other schema fits. */
function fits(node: Node, value: unknown): boolean {
  const { properties, required = [] } = node;
  if (!properties) return true;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const given = new Map(Object.entries(value));
  return (
    required.every((name) => given.has(name)) && constantsOf(node).every(([name, fixed]) => given.get(name) === fixed)
  );
}

type Spot = { label: string; path: Path; field: string };

/** The places of a schema in one value, or in every possible value where `of` is null. */
function placesIn(node: Node, { label, path, field }: Spot, of: { value: unknown } | null): IdPlace[] {
  const options = optionsOf(node).filter(({ type }) => type !== 'null');
  const [containers, leaves] = [options.filter(isContainer), options.filter((option) => !isContainer(option))];
  const isId =
    namesObject.test(field) ||
    leaves.some(
      (leaf) =>
        isOpaque(leaf) || [leaf, ...(leaf.allOf ?? [])].some(({ pattern = '' }) => patternsOfIds.includes(pattern)),
    );
  const isSimple = of === null || typeof of.value === 'string' || typeof of.value === 'number';
  const found: IdPlace[] =
    leaves.length > 0 && isId && isSimple ? [{ label, path, isKey: false, field, value: of?.value }] : [];

  const inOne = (option: Node, at: string): IdPlace[] => {
    const { properties = {}, items, prefixItems = [], additionalProperties, propertyNames, allOf = [] } = option;
    const fields = Object.entries(properties).flatMap(([name, inner]) => {
      const given = of === null ? null : { value: Reflect.get(Object(of.value), name) as unknown };
      const spot = { label: `${at}.${name}`, path: [...path, name], field: name };
      return given !== null && given.value === undefined ? [] : placesIn(inner, spot, given);
    });
    const list = of === null ? [undefined] : Array.isArray(of.value) ? (of.value as unknown[]) : [];
    const listed = (inner: Node, value: unknown, n: number, end: string) =>
      placesIn(inner, { label: `${at}${end}`, path: [...path, n], field }, of && { value });
    const ofItems = items ? list.flatMap((value, n) => listed(items, value, n, '[]')) : [];
    const ofTuple = prefixItems.flatMap((inner, n) => listed(inner, list[n], n, `[${n}]`));
    const record = typeof additionalProperties === 'object' ? additionalProperties : null;
    const entries = of === null ? [['', undefined] as const] : Object.entries(Object(of.value) as object);
    const ofRecord = record
      ? entries.flatMap(([key, value]) => [
          ...(propertyNames?.enum
            ? []
            : [{ label: `${at}{key}`, path: [...path, key], isKey: true, field, value: of && key }]),
          ...placesIn(record, { label: `${at}{}`, path: [...path, key], field }, of && { value }),
        ])
      : [];
    const parts = allOf.flatMap((part) => placesIn(part, { label: at, path, field }, of));
    return [...fields, ...ofItems, ...ofTuple, ...ofRecord, ...parts];
  };
  for (const [n, option] of containers.entries()) {
    if (of !== null && !fits(option, of.value)) continue;
    const fixed = constantsOf(option).map(([name, value]) => `${name}=${value}`);
    found.push(...inOne(option, containers.length < 2 ? label : `${label}(${fixed.join() || n})`));
  }
  return found;
}

const nodeOf = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Node;

/** The labels of all places of a schema. */
export const idLabels = (schema: z.core.$ZodType, part: string): string[] => [
  ...new Set(placesIn(nodeOf(schema), { label: part, path: [], field: '' }, null).map(({ label }) => label)),
];

/** The places of a schema in a value. */
export const idPlaces = (schema: z.core.$ZodType, part: string, value: unknown): IdPlace[] =>
  placesIn(nodeOf(schema), { label: part, path: [], field: '' }, { value });

/** A copy of a value with one place changed. */
export function withPlace(value: unknown, { path, isKey }: Pick<IdPlace, 'path' | 'isKey'>, put: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return put;
  if (Array.isArray(value))
    return value.map((item: unknown, n) => (n === name ? withPlace(item, { path: rest, isKey }, put) : item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]: [string, unknown]) =>
      field !== String(name)
        ? [field, inner]
        : isKey && rest.length === 0
          ? [String(put), inner]
          : [field, withPlace(inner, { path: rest, isKey }, put)],
    ),
  );
}
