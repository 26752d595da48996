import * as z from 'zod/mini';
import type { Access, Operation, Source, Wire } from './operation.ts';

const Nothing = z.object({});
type Nothing = typeof Nothing;

type Description<Q extends z.ZodMiniType, B extends z.ZodMiniType, R extends z.ZodMiniType, A extends Access> = {
  method: Operation['method'];
  path: `/${string}`;
  query?: Q;
  body?: B;
  reply: R;
  source: Source;
  access: A;
  wire?: Wire;
  alias?: `/${string}`;
};

/** Fills in an operation's defaults: no query, no body, answer in the envelope. */
export const operation = <
  R extends z.ZodMiniType,
  const A extends Access,
  Q extends z.ZodMiniType = Nothing,
  B extends z.ZodMiniType = Nothing,
>(
  described: Description<Q, B, R, A>,
): Operation<Q, B, R, A> => ({
  method: described.method,
  path: described.path,
  // The type parameters are `Nothing` exactly when the field is omitted, so the defaults fit.
  query: described.query ?? (Nothing as unknown as Q),
  body: described.body ?? (Nothing as unknown as B),
  reply: described.reply,
  source: described.source,
  access: described.access,
  wire: described.wire ?? 'envelope',
  alias: described.alias ?? null,
});
