import * as z from 'zod/mini';
import type { getInfo } from '../../../contract/http/account.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { anyText, someText } from '../fields.ts';

export type Info = ReplyOf<typeof getInfo>;

/** What the doctor can change of their profile, as it stands in the form. */
export const ProfileFields = z.object({
  name: someText(60),
  gender: z.string(),
  goodAt: anyText(500),
  introduction: anyText(2_000),
  areaId: z.string(),
  avatar: z.string(),
  signUrl: z.string(),
});
export type ProfileFields = z.infer<typeof ProfileFields>;

/** The kept profile, for the form. */
export const fieldsOf = ({ name, gender, goodAt, introduction, areaId, avatar, signUrl }: Info): ProfileFields => ({
  name,
  gender: String(gender),
  goodAt: goodAt ?? '',
  introduction: introduction ?? '',
  areaId: areaId ? String(areaId) : '',
  avatar: avatar ?? '',
  signUrl: signUrl ?? '',
});

/** Only what was changed: the platform gives some words in the reader's language, and these must not be written back. */
export function changeOf(fields: ProfileFields, changed: Partial<Record<keyof ProfileFields, unknown>>) {
  const { gender, areaId, ...texts } = fields;
  const written = Object.fromEntries(
    Object.entries(texts).filter(([name]) => changed[name as keyof ProfileFields] === true),
  ) as Partial<Omit<ProfileFields, 'gender' | 'areaId'>>;
  return {
    ...written,
    ...(changed.gender ? { gender: Number(gender) } : {}),
    ...(changed.areaId && areaId ? { areaId: Number(areaId) } : {}),
  };
}
