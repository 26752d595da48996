import { z } from 'zod';
import { Code, Text, tableReader } from '../tableFile.ts';

const Colour = z.enum(['default', 'primary', 'success', 'info', 'warning', 'danger']);

/** One dictionary of the platform. `ours` marks those that the specification does not list. */
export const Dictionary = z.strictObject({
  type: z.string().regex(/^[a-z_]+$/),
  name: Text,
  ours: z.boolean(),
  entries: z
    .array(z.strictObject({ value: z.string().regex(/^\d+$/), label: Text, colorType: Colour, sort: z.int() }))
    .min(1),
});
export type Dictionary = z.infer<typeof Dictionary>;

/** An icon for clients. */
export const Icon = z.strictObject({
  code: Code,
  name: Text,
  url: z.string().startsWith('data:image/svg+xml,'),
  sort: z.int(),
});
export type Icon = z.infer<typeof Icon>;

/** Reads one of the tables whose rows every new hospital gets. */
export const readStandardTable = tableReader(new URL('./data/', import.meta.url), {
  dictionaries: Dictionary,
  icons: Icon,
});
