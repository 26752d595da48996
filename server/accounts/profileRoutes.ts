import { areaList } from '@vant/area-data';
import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import { getInfo, updateInfo } from '../../contract/http/account.ts';
import { getDoctorInfo } from '../../contract/http/whoami.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done, refused, refusedWith } from '../db/outcome.ts';
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
      return done({ ...shown, avatar: renew(who.avatar, user), signUrl: renew(who.signUrl, user) });
    }),

    // A profile has a name per language; a change applies to the language of the request.
    route(updateInfo)(
      async ({ areaId, name, avatar, signUrl, online, ...input }, { user, tenantId, language, now }) => {
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
          ...(name === undefined ? {} : language === 'en' ? { nameEn: name } : { name }),
          ...(areaId === undefined ? {} : { areaId: areaId === null ? null : String(areaId) }),
        };
        await uow.run(tenantId, async (tx) => {
          if (Object.keys(change).length > 0) await tx.change(staff, change, eq(staff.id, user.id));
          if (online === undefined || !isDoctor(user)) return;
          await changeDuty(tx, user.id, { state: online ? 'online' : 'away', source: 'person' }, now);
        });
        return done(true as const);
      },
    ),
  ];
}
