import { areaList } from '@vant/area-data';
import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import { requestIdentity } from '../../contract/extension/identity.ts';
import { getInfo, updateInfo } from '../../contract/http/account.ts';
import { getDoctorInfo } from '../../contract/http/whoami.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { attempt, done, refused, refusedWith } from '../db/outcome.ts';
import { isDoctor, roleOf } from '../db/roles.ts';
import { staff } from '../db/schema/staff.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { Links } from '../files/links.ts';
import { resolveOwnFiles } from '../files/resolveOwnFiles.ts';
import { route } from '../http/route.ts';
import type { Tenant, Tenants } from '../tenants/tenants.ts';
import { findStaffById, type StaffRow } from './accountLookup.ts';
import { type Language, type StaffCaller, UserType } from './caller.ts';
import { changeDuty, isOnDuty } from './duty.ts';
import { askForIdentity, type IdentityState, ownIdentity } from './identityRequests.ts';
import { maskMobile } from './people.ts';

type Needs = { uow: UnitOfWork; tenants: Tenants; links: Links };

const hospitalName = (hospital: Tenant | null, language: Language) =>
  hospital ? inLanguage(language, hospital.name, hospital.nameEn) : '';

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
    hospitalName: hospitalName(hospital, language),
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

/** The signed-in person and their profile. */
export function profileRoutes({ uow, tenants, links }: Needs) {
  /** The link to the person's own picture, with its file name; null when the link points to anything else. */
  async function resolvePicture(url: string, by: StaffCaller): Promise<string | null> {
    const { tenantId, id } = by;
    const named = { urls: [url], types: /^image\// };
    const owner = { type: UserType.staff, id };
    const { files, foreign } = await resolveOwnFiles(uow.read(tenantId), owner, links.localKeyOf, named);
    const [file] = files;
    if (foreign.length > 0) return null;
    return file ? links.linkTo(file.key, file.name, by).url : '';
  }
  const renew = (url: string | null, by: StaffCaller) => (url === null ? null : links.renew(url, by));

  return [
    route(getDoctorInfo)(async (_, { user, tenantId, language }) => {
      const who = await findStaffById(uow.read(tenantId), user.id);
      if (!who) return refused(Code.unauthorised);
      return done({
        memberAccountId: who.id,
        doctorId: who.id,
        name: inLanguage(language, who.name, who.nameEn),
        avatar: renew(who.avatar, user),
        mobile: maskMobile(who.mobile),
        isAuditor: who.isAuditor,
        roles: [roleOf(who)],
        mustChangePassword: who.mustChangePassword,
        hospitalName: hospitalName(await tenants.byId(tenantId), language),
      });
    }),

    route(getInfo)(async (_, { user, tenantId, language }) => {
      const who = await findStaffById(uow.read(tenantId), user.id);
      if (!who) return refused(Code.unauthorised);
      const shown = profile(who, await tenants.byId(tenantId), language);
      const identity = await ownIdentity(uow.read(tenantId), who);
      return done({ ...shown, identity, avatar: renew(who.avatar, user), signUrl: renew(who.signUrl, user) });
    }),

    route(requestIdentity)(async (wanted, { user, tenantId, now, actor }) =>
      attempt(uow, tenantId, async (tx) => {
        const { name, nameEn, titleCode, deptId } = wanted;
        const given = {
          name: name.trim(),
          nameEn: nameEn.trim(),
          titleCode,
          deptId: deptId === null ? null : String(deptId),
        };
        const asked = await askForIdentity(tx, user.id, given, { actor, at: now });
        return asked.ok ? done({ state: asked.data }) : asked;
      }),
    ),

    // A profile has a name per language; a request for another one is about the language of the call.
    route(updateInfo)(
      async ({ areaId, name, avatar, signUrl, online, ...input }, { user, tenantId, language, now, actor }) => {
        const shown: { avatar?: string; signUrl?: string } = {};
        for (const [field, url] of Object.entries({ avatar, signUrl })) {
          if (url === undefined) continue;
          const picture = await resolvePicture(url, user);
          if (picture === null) return refused(Code.badRequest, { field });
          Object.assign(shown, { [field]: picture });
        }
        if (areaId && !isArea(areaId)) {
          const who = await findStaffById(uow.read(tenantId), user.id);
          // The national list changes; a place that has left it stays with whom it was stored for.
          if (who?.areaId !== String(areaId)) return refusedWith(Code.badRequest, 'areaUnknown', { field: 'areaId' });
        }
        const given = Object.entries(input).filter(([, value]) => value !== undefined);
        const change = {
          ...Object.fromEntries(given),
          ...shown,
          ...(areaId === undefined ? {} : { areaId: areaId === null ? null : String(areaId) }),
        };
        const wanted = name === undefined ? null : language === 'en' ? { nameEn: name.trim() } : { name: name.trim() };
        return attempt<true>(uow, tenantId, async (tx) => {
          if (Object.keys(change).length > 0) {
            await tx.change(staff, change, eq(staff.id, user.id));
            tx.announce({ type: 'person.changed', userId: user.id, part: 'account' });
          }
          if (online !== undefined && isDoctor(user))
            await changeDuty(tx, user.id, { state: online ? 'online' : 'away', source: 'person' }, now);
          const asked = wanted && (await askForIdentity(tx, user.id, wanted, { actor, at: now }));
          if (asked === null) return done(true);
          return asked.ok ? { ...done(true), extension: identityAnswer(asked.data) } : asked;
        });
      },
    ),
  ];
}
