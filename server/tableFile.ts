import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Schemas that several tables use: a code, a text in both languages, initials in pinyin, an amount with its unit. */
export const Code = z.string().regex(/^[a-z0-9][a-z0-9-]*$/);
export const Text = z.strictObject({ en: z.string().min(1), zh: z.string().min(1) });
export const Initials = z.string().regex(/^[A-Z0-9]+$/);
export const Amount = z.strictObject({ value: z.number().positive(), unit: z.string().min(1) });

const Envelope = z.strictObject({
  notice: z.literal('demonstration data, not for care'),
  version: z.int().positive(),
  /** Where rows without a source of their own come from. Every clinical table has one. */
  source: z.string().min(1).optional(),
  /** When the table was last gone through as a whole; rows may have later dates of their own. */
  date: z.iso.date().optional(),
  rows: z.array(z.unknown()).min(1),
});

/**
 * Reads the tables of a folder, one JSON file each, named as in `schemas`. A table comes with its version, validated row by
 * row; an invalid file is a fault and throws.
 */
export const tableReader =
  <Schemas extends Readonly<Record<string, z.ZodType>>>(folder: URL, schemas: Schemas) =>
  <Name extends keyof Schemas & string>(name: Name): { version: number; rows: z.infer<Schemas[Name]>[] } => {
    const schema = schemas[name] as z.ZodType<z.infer<Schemas[Name]>>;
    const text = readFileSync(new URL(`${name}.json`, folder), 'utf8');
    const { version, rows } = Envelope.parse(JSON.parse(text));
    return { version, rows: rows.map((row) => schema.parse(row)) };
  };
