import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { Int } from '../values.ts';

/** Stores one file, sent as multipart field `file`; its type goes by its first bytes, not its name. */
export const uploadFile = operation({
  method: 'POST',
  path: '/infra/file/upload',
  source: 'dialect',
  access: 'party',
  wire: 'upload',
  reply: z.object({
    url: z.string(),
    name: z.string(),
    size: Int,
    type: z.string(),
    width: z.nullish(Int),
    height: z.nullish(Int),
  }),
});

/** A fresh signed link for a file that a message names; links expire. */
export const signFile = operation({
  method: 'GET',
  path: '/infra/file/sign',
  source: 'ours',
  access: 'party',
  query: z.object({ url: z.string().check(z.maxLength(1000)) }),
  reply: z.object({ url: z.string(), expireTime: Int }),
});
