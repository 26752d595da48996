import { areaList } from '@vant/area-data';
import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { requestIdentity } from '../../contract/extension/identity.ts';
import type { updateInfo } from '../../contract/http/account.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { isDoctor } from '../db/roles.ts';
import { staff } from '../db/schema/staff.ts';
import type { Links } from '../files/links.ts';
import { resolveOwnFiles } from '../files/resolveOwnFiles.ts';
import type { Hospitals } from '../hospitals/hospitals.ts';
import { findStaffById } from './accountQueries.ts';
import { type CallContext, type StaffCaller, UserType } from './caller.ts';
import { changeDuty } from './duty.ts';
import { askForIdentity } from './identityRequests.ts';
import { newestIdentityRequest } from './queries.ts';
import { identityAnswer, identityOnWire, profileOnWire, whoamiOnWire } from './wire.ts';

type Call = CallContext<StaffCaller>;
export type ProfileNeeds = { hospitals: Pick<Hospitals, 'byId'>; links: Links };

const { province_list: provinces, city_list: cities, county_list: counties } = areaList;

const isArea = (code: number) => [provinces, cities, counties].some((list) => Object.hasOwn(list, code));

const renewed = (url: string | null, { links }: ProfileNeeds, by: StaffCaller) =>
  url === null ? null : links.renew(url, by);

/** The identity of the signed-in person. */
export const readWhoami =
  (needs: ProfileNeeds) =>
  async (_: unknown, { by, store, language }: Call) => {
    const who = await findStaffById(store, by.id);
    if (!who) return refused(Code.unauthorised);
    const avatar = renewed(who.avatar, needs, by);
    const hospital = await needs.hospitals.byId(store.hospitalId);
    return done({ ...whoamiOnWire(who, hospital, language), avatar });
  };

/** The signed-in person's profile. */
export const readProfile =
  (needs: ProfileNeeds) =>
  async (_: unknown, { by, store, language }: Call) => {
    const who = await findStaffById(store, by.id);
    if (!who) return refused(Code.unauthorised);
    const shown = profileOnWire(who, await needs.hospitals.byId(store.hospitalId), language);
    const identity = identityOnWire(who, await newestIdentityRequest(store, who.id));
    const [avatar, signUrl] = [renewed(who.avatar, needs, by), renewed(who.signUrl, needs, by)];
    return done({ ...shown, identity, avatar, signUrl });
  };

/** Asks for another name, title or department; an administrator decides. */
export const askIdentity = (
  { name, nameEn, titleCode, deptId }: RequestOf<typeof requestIdentity>,
  { by, at, store }: Call,
) =>
  store.attempt(async (tx) => {
    const names = { name: name.trim(), nameEn: nameEn.trim() };
    const given = { ...names, titleCode, deptId: deptId === null ? null : String(deptId) };
    const asked = await askForIdentity(tx, { by, at }, given);
    return asked.ok ? done({ state: asked.data }) : asked;
  });

/** The link to the person's own picture, with its file name; null when the link points to anything else. */
async function resolvePicture(url: string, { links }: ProfileNeeds, { by, store }: Call): Promise<string | null> {
  const named = { urls: [url], types: /^image\// };
  const owner = { type: UserType.staff, id: by.id };
  const { files, foreign } = await resolveOwnFiles(store, owner, links.localKeyOf, named);
  const [file] = files;
  if (foreign.length > 0) return null;
  return file ? links.linkTo(file.key, file.name, by).url : '';
}

/** Refuses an area that is not on the national list, unless the person already has it: the list changes. */
async function refusalOfArea(areaId: number | null | undefined, { by, store }: Call) {
  if (!areaId || isArea(areaId)) return null;
  const who = await findStaffById(store, by.id);
  return who?.areaId === String(areaId) ? null : refusedWith(Code.badRequest, 'areaUnknown', { field: 'areaId' });
}

/** Changes the profile. A new name is requested only in the language of the call; the other one stays. */
export const updateProfile =
  (needs: ProfileNeeds) =>
  async (
    { areaId, name, avatar, signUrl, online, ...input }: RequestOf<typeof updateInfo>,
    context: Call,
  ): Promise<Outcome<true>> => {
    const { by, at, store, language } = context;
    const shown: { avatar?: string; signUrl?: string } = {};
    for (const [field, url] of Object.entries({ avatar, signUrl })) {
      if (url === undefined) continue;
      const picture = await resolvePicture(url, needs, context);
      if (picture === null) return refused(Code.badRequest, { field });
      Object.assign(shown, { [field]: picture });
    }
    const refusal = await refusalOfArea(areaId, context);
    if (refusal) return refusal;
    const given = Object.entries(input).filter(([, value]) => value !== undefined);
    const change = {
      ...Object.fromEntries(given),
      ...shown,
      ...(areaId === undefined ? {} : { areaId: areaId === null ? null : String(areaId) }),
    };
    const wanted = name === undefined ? null : language === 'en' ? { nameEn: name.trim() } : { name: name.trim() };
    return store.attempt<true>(async (tx) => {
      if (Object.keys(change).length > 0) {
        await tx.change(staff, change, eq(staff.id, by.id));
        tx.announce({ type: 'person.changed', userId: by.id, part: 'account' });
      }
      if (online !== undefined && isDoctor(by))
        await changeDuty(tx, by.id, { state: online ? 'online' : 'away', source: 'person' }, at);
      const asked = wanted && (await askForIdentity(tx, context, wanted));
      if (asked === null) return done(true);
      return asked.ok ? { ...done(true), extension: identityAnswer(asked.data) } : asked;
    });
  };
