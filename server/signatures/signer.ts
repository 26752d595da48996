import * as z from 'zod/mini';
import type { Language } from '../accounts/caller.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { inLanguage } from '../db/inLanguage.ts';
import type { Signer } from '../db/schema/signatures.ts';
import { findTitled } from './queries.ts';

type Store = Pick<HospitalStore, 'first'>;

/** Who a person is now: what a signature of this moment says about its signer. `unsigned` makes a link storable. */
export const createSignerOf = (unsigned: (url: string) => string) => async (store: Store, staffId: string) => {
  const found = await findTitled(store, staffId);
  if (!found) throw new Error(`the signer ${staffId} does not exist`);
  const { who, title } = found;
  const { name, nameEn, titleCode, deptName, deptNameEn, signUrl } = who;
  return {
    name,
    nameEn,
    titleCode,
    title: title?.label ?? '',
    titleEn: title?.labelEn ?? '',
    deptName,
    deptNameEn,
    picture: signUrl ? unsigned(signUrl) : null,
  } satisfies Signer;
};

export type SignerOf = ReturnType<typeof createSignerOf>;

const Stored = z.object({
  name: z.string(),
  nameEn: z.string(),
  titleCode: z.nullable(z.int()),
  title: z.string(),
  titleEn: z.string(),
  deptName: z.string(),
  deptNameEn: z.string(),
  picture: z.nullable(z.string()),
});

/** A stored signer in the reader's language; null where nobody signed, or before signers were stored. */
export function signerIn(stored: Signer | null, language: Language) {
  const read = Stored.safeParse(stored);
  if (!read.success) return null;
  const { name, nameEn, title, titleEn, deptName, deptNameEn, picture } = read.data;
  return {
    name: inLanguage(language, name, nameEn),
    title: inLanguage(language, title, titleEn) || null,
    dept: inLanguage(language, deptName, deptNameEn) || null,
    picture,
  };
}
