import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { DictEntryId } from '../ids.ts';
import { someText, text } from '../values.ts';

const Dictionary = z.object({
  dictType: z.string(),
  name: z.string(),
  /** Why a hospital cannot change it; null if it can. */
  fixed: z.nullable(z.enum(['lifeCycle', 'channel', 'place', 'departments'])),
  entries: z.array(
    z.object({
      id: DictEntryId,
      value: z.string(),
      label: z.string(),
      labelEn: z.string(),
      retired: z.boolean(),
    }),
  ),
});
export type Dictionary = z.infer<typeof Dictionary>;

/** Every dictionary of the hospital, with its entries in their order. */
export const listDictionaries = operation({
  method: 'GET',
  path: '/administration/dictionaries',
  source: 'ours',
  access: 'administrator',
  reply: z.array(Dictionary),
});

/** Adds an entry with the next value (`id` null), or changes the labels of one. */
export const saveDictEntry = operation({
  method: 'POST',
  path: '/administration/dictionary/save',
  source: 'ours',
  access: 'administrator',
  body: z.object({
    dictType: text(100),
    id: z.nullable(DictEntryId),
    label: someText(60),
    labelEn: someText(100),
  }),
  reply: z.object({ id: DictEntryId }),
});

/** Puts all entries of a dictionary in this order. */
export const arrangeDictionary = operation({
  method: 'POST',
  path: '/administration/dictionary/arrange',
  source: 'ours',
  access: 'administrator',
  body: z.object({ dictType: text(100), ids: z.array(DictEntryId).check(z.minLength(1), z.maxLength(500)) }),
  reply: z.literal(true),
});

/** Takes an entry out of new choices, or puts it back; what has its value keeps it. */
export const retireDictEntry = operation({
  method: 'POST',
  path: '/administration/dictionary/retire',
  source: 'ours',
  access: 'administrator',
  body: z.object({ id: DictEntryId, retired: z.boolean() }),
  reply: z.literal(true),
});
