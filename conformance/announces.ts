import type * as z from 'zod/mini';
import type { Link } from './link.ts';

/** Makes a change, and waits until each of the links hears of it. */
export async function announces<S extends z.ZodMiniType>(
  links: readonly Link[],
  [name, schema]: readonly [string, S],
  change: () => Promise<(event: z.output<S>) => boolean>,
): Promise<void> {
  const from = links.map(({ heard }) => heard.length);
  const fits = await change();
  for (const [at, link] of links.entries()) await link.hears(name, schema, fits, from[at]);
}
