import { areaList } from '@vant/area-data';
import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { requestIdentity } from '../../contract/extension/identity.ts';
import type { updateInfo } from '../../contract/http/account.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { isDoctor, roleOf } from '../db/roles.ts';
import { staff } from '../db/schema/staff.ts';
import type { Links } from '../files/links.ts';
import { resolveOwnFiles } from '../files/resolveOwnFiles.ts';
import { type Tenant, type Tenants, tenantName } from '../tenants/tenants.ts';
import { findStaffById, type StaffRow } from './accountLookup.ts';
import { type CallContext, type Language, type StaffCaller, UserType } from './caller.ts';
import { changeDuty, isOnDuty } from './duty.ts';
import { askForIdentity, type IdentityState, ownIdentity } from './identityRequests.ts';
import { maskMobile } from './people.ts';

type Call = CallContext<StaffCaller>;
export type ProfileNeeds = { tenants: Pick<Tenants, 'byId'>; links: Links };

const numberOf = (text: string | null): number | null => (text === null || text === '' ? null : Number(text));

function profile(who: StaffRow, hospital: Tenant | null, language: Language) {
  const { id, gender, titleCode, scienceTitleCode, goodAt, introduction, status } = who;
  return {
    id,
    gender,
    titleCode,
    scienceTitleCode,
    goodAt,
    introduction,
    online: isOnDuty(who),
    status,
    name: inLanguage(language, who.name, who.nameEn),
    mobile: maskMobile(who.mobile),
    deptId: numberOf(who.deptId),
    deptName: inLanguage(language, who.deptName, who.deptNameEn),
    hospitalName: tenantName(hospital, language),
    hospLevel: hospital?.level ?? null,
    areaId: numberOf(who.areaId),
    reviewsCertificates: who.reviewsCertificates,
    operatesPlatform: who.operatesPlatform,
  };
}

const { province_list: provinces, city_list: cities, county_list: counties } = areaList;

const isArea = (code: number) => [provinces, cities, counties].some((list) => Object.hasOwn(list, code));

const identityWords: Record<IdentityState, { zh: string; en: string }> = {
  requested: {
    zh: '姓名修改已提交，由医院管理员审核；审核通过前，原姓名保持不变。',
    en: 'The change of your name was handed in. An administrator of the hospital decides; until then your present name stays.',
  },
  unchanged: { zh: '这已是您现在的姓名。', en: 'This is your name already.' },
  withdrawn: {
    zh: '这已是您现在的姓名，先前的修改申请已撤回。',
    en: 'This is your name already, so your earlier request was withdrawn.',
  },
};

/** What happened to the name, beside the specified answer. */
const identityAnswer = (state: IdentityState) => ({ identity: { state, text: identityWords[state] } });

const renewed = (url: string | null, { links }: ProfileNeeds, by: StaffCaller) =>
  url === null ? null : links.renew(url, by);

/** The identity of the signed-in person. */
export const readWhoami =
  (needs: ProfileNeeds) =>
  async (_: unknown, { by, store, language }: Call) => {
    const who = await findStaffById(store, by.id);
    if (!who) return refused(Code.unauthorised);
    return done({
      memberAccountId: who.id,
      doctorId: who.id,
      name: inLanguage(language, who.name, who.nameEn),
      avatar: renewed(who.avatar, needs, by),
      mobile: maskMobile(who.mobile),
      isAuditor: who.isAuditor,
      roles: [roleOf(who)],
      mustChangePassword: who.mustChangePassword,
      hospitalName: tenantName(await needs.tenants.byId(store.tenantId), language),
    });
  };

/** The signed-in person's profile. */
export const readProfile =
  (needs: ProfileNeeds) =>
  async (_: unknown, { by, store, language }: Call) => {
    const who = await findStaffById(store, by.id);
    if (!who) return refused(Code.unauthorised);
    const shown = profile(who, await needs.tenants.byId(store.tenantId), language);
    const identity = await ownIdentity(store, who);
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
    const asked = await askForIdentity(tx, by.id, given, { actor: by, at });
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
      const asked = wanted && (await askForIdentity(tx, by.id, wanted, { actor: by, at }));
      if (asked === null) return done(true);
      return asked.ok ? { ...done(true), extension: identityAnswer(asked.data) } : asked;
    });
  };
