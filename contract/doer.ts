import * as z from 'zod/mini';
import { AccountId } from './ids.ts';

/** The person who did it, with the name in both languages, because one event goes to all readers. */
export const Doer = z.object({ id: AccountId, name: z.string(), nameEn: z.nullish(z.string()) });
export type Doer = z.infer<typeof Doer>;
