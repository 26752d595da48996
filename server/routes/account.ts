import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import {
  createQualification,
  getDoctorInfo,
  getInfo,
  getQualification,
  updateInfo,
  updateQualification,
} from '../../contract/http/account.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { Language } from '../policies/staff.ts';
import { route } from '../route.ts';
import { type StaffRow, staffWith } from '../store/accounts.ts';
import { done, refused } from '../store/outcome.ts';
import { type Certificates, handIn, handInAgain, qualificationOf } from '../store/qualifications.ts';
import { staff } from '../store/schema/staff.ts';
import type { Tenant, Tenants } from '../store/tenants.ts';
import type { UnitOfWork } from '../store/unitOfWork.ts';

type Needs = { uow: UnitOfWork; tenants: Tenants };

/** A mobile number as others may see it. */
export const masked = (mobile: string): string => mobile.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2');

const inLanguage = (language: Language, chinese: string, english: string) =>
  language === 'en' && english !== '' ? english : chinese;

const hospitalName = (hospital: Tenant | null, language: Language) =>
  hospital ? inLanguage(language, hospital.name, hospital.nameEn) : '';

const numberOf = (text: string | null): number | null => (text === null || text === '' ? null : Number(text));

function profile(who: StaffRow, hospital: Tenant | null, language: Language) {
  const { id, gender, titleCode, scienceTitleCode, goodAt, introduction, online, signUrl, status } = who;
  return {
    ...{ id, gender, titleCode, scienceTitleCode, goodAt, introduction, online, signUrl, status },
    name: inLanguage(language, who.name, who.nameEn),
    avatar: who.avatar,
    mobile: masked(who.mobile),
    deptId: numberOf(who.deptId),
    deptName: inLanguage(language, who.deptName, who.deptNameEn),
    hospitalName: hospitalName(hospital, language),
    hospLevel: hospital?.level ?? null,
    areaId: numberOf(who.areaId),
  };
}

function certificates(input: RequestOf<typeof createQualification>): Certificates {
  const { practiceCertNo, practiceCertUrls, qualificationCertNo, qualificationCertUrls, titleCertUrls, titleCode } =
    input;
  return {
    ...{ practiceCertNo, practiceCertUrls, qualificationCertNo, qualificationCertUrls, titleCertUrls, titleCode },
    idCardFront: input.idCardFront ?? '',
    idCardBack: input.idCardBack ?? '',
    deptId: String(input.deptId),
  };
}

/** Who has signed in, their profile and their certificates. */
export function accountRoutes({ uow, tenants }: Needs) {
  return [
    route(getDoctorInfo)(async (_, { user, tenantId, language }) => {
      const who = await staffWith(uow.read(tenantId), user.id);
      if (!who) return refused(Code.unauthorised);
      return done({
        memberAccountId: who.id,
        doctorId: who.id,
        name: inLanguage(language, who.name, who.nameEn),
        avatar: who.avatar,
        mobile: masked(who.mobile),
        isAuditor: who.isAuditor,
        roles: [who.isAuditor ? 'auditor' : 'doctor'],
        hospitalName: hospitalName(await tenants.byId(tenantId), language),
      });
    }),

    route(getInfo)(async (_, { user, tenantId, language }) => {
      const who = await staffWith(uow.read(tenantId), user.id);
      return who ? done(profile(who, await tenants.byId(tenantId), language)) : refused(Code.unauthorised);
    }),

    route(updateInfo)(async ({ areaId, ...input }, { user, tenantId }) => {
      const given = Object.entries(input).filter(([, value]) => value !== undefined);
      const change = { ...Object.fromEntries(given), ...(areaId === undefined ? {} : { areaId: String(areaId) }) };
      if (Object.keys(change).length > 0)
        await uow.run(tenantId, (tx) => tx.change(staff, change, eq(staff.id, user.id)));
      return done(true as const);
    }),

    route(createQualification)(async (input, { user, tenantId, now }) =>
      uow.run(tenantId, async (tx) => {
        const earlier = await qualificationOf(tx, user.id);
        if (earlier) return refused(Code.repeated, { id: earlier.id });
        return done((await handIn(tx, user.id, certificates(input), now)).id);
      }),
    ),

    route(updateQualification)(async ({ id, ...input }, { user, tenantId, now }) => {
      const changed = await uow.run(tenantId, (tx) => handInAgain(tx, user.id, id, certificates(input), now));
      return changed ? done(true as const) : refused(Code.notFound);
    }),

    route(getQualification)(async (_, { user, tenantId }) => {
      const row = await qualificationOf(uow.read(tenantId), user.id);
      return done(row && { ...row, titleCode: row.titleCode ?? 0, deptId: Number(row.deptId ?? 0) });
    }),
  ];
}
