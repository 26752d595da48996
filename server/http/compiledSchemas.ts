import * as z from 'zod/mini';

const compiledSchemas = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

/** Parses like the schema, only faster: zod generates a function for it, the first time it is asked for. */
export function compiled<S extends z.ZodMiniType>(schema: S): S {
  const known = compiledSchemas.get(schema) ?? z.compile(schema);
  compiledSchemas.set(schema, known);
  // A compiled schema has the type of its original.
  return known as S;
}
