import * as z from 'zod/mini';

const compiledSchemas = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

/** A faster parser for the same schema: zod generates a function for it at the first call. */
export function compiled<S extends z.ZodMiniType>(schema: S): S {
  const known = compiledSchemas.get(schema) ?? z.compile(schema);
  compiledSchemas.set(schema, known);
  // A compiled schema has the type of its original.
  return known as S;
}
