import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import {
  createQualification,
  getInfo,
  getQualification,
  updateInfo,
  updateQualification,
} from '../../contract/http/account.ts';
import { getDoctorInfo } from '../../contract/http/whoami.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { type StaffCaller, UserType } from '../caller.ts';
import type { Links } from '../files/links.ts';
import type { Language } from '../policies/staff.ts';
import { route } from '../route.ts';
import { type StaffRow, staffWith } from '../store/accounts.ts';
import { fileWith } from '../store/files.ts';
import { done, refused } from '../store/outcome.ts';
import { type Certificates, handIn, handInAgain, qualificationOf } from '../store/qualifications.ts';
import { staff } from '../store/schema/staff.ts';
import type { Tenant, Tenants } from '../store/tenants.ts';
import type { UnitOfWork } from '../store/unitOfWork.ts';

type Needs = { uow: UnitOfWork; tenants: Tenants; links: Links };

/** A mobile number as others may see it. */
export const masked = (mobile: string): string => mobile.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2');

const inLanguage = (language: Language, chinese: string, english: string) =>
  language === 'en' && english !== '' ? english : chinese;

const hospitalName = (hospital: Tenant | null, language: Language) =>
  hospital ? inLanguage(language, hospital.name, hospital.nameEn) : '';

const numberOf = (text: string | null): number | null => (text === null || text === '' ? null : Number(text));

function profile(who: StaffRow, hospital: Tenant | null, language: Language) {
  const { id, gender, titleCode, scienceTitleCode, goodAt, introduction, online, status } = who;
  return {
    ...{ id, gender, titleCode, scienceTitleCode, goodAt, introduction, online, status },
    name: inLanguage(language, who.name, who.nameEn),
    mobile: masked(who.mobile),
    deptId: numberOf(who.deptId),
    deptName: inLanguage(language, who.deptName, who.deptNameEn),
    hospitalName: hospitalName(hospital, language),
    hospLevel: hospital?.level ?? null,
    areaId: numberOf(who.areaId),
  };
}

const picturesOf = (input: RequestOf<typeof createQualification>) => [
  ...[input.idCardFront, input.idCardBack],
  ...[...input.practiceCertUrls, ...input.qualificationCertUrls, ...input.titleCertUrls],
];

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
export function accountRoutes({ uow, tenants, links }: Needs) {
  /** Pictures that a person shows are their own uploads, or lie elsewhere: a link is renewed whenever it is shown. */
  async function areOwn(urls: readonly (string | null | undefined)[], { tenantId, id }: StaffCaller): Promise<boolean> {
    const keys = urls.flatMap((url) => (url ? (links.keyOf(url) ?? []) : []));
    const files = await Promise.all(keys.map((key) => fileWith(uow.read(tenantId), key)));
    return files.every((file) => file !== null && file.ownerType === UserType.staff && file.ownerId === id);
  }
  const fresh = (url: string | null) => (url === null ? null : links.fresh(url));

  return [
    route(getDoctorInfo)(async (_, { user, tenantId, language }) => {
      const who = await staffWith(uow.read(tenantId), user.id);
      if (!who) return refused(Code.unauthorised);
      return done({
        memberAccountId: who.id,
        doctorId: who.id,
        name: inLanguage(language, who.name, who.nameEn),
        avatar: fresh(who.avatar),
        mobile: masked(who.mobile),
        isAuditor: who.isAuditor,
        roles: [who.isAuditor ? 'auditor' : 'doctor'],
        hospitalName: hospitalName(await tenants.byId(tenantId), language),
      });
    }),

    route(getInfo)(async (_, { user, tenantId, language }) => {
      const who = await staffWith(uow.read(tenantId), user.id);
      if (!who) return refused(Code.unauthorised);
      const shown = profile(who, await tenants.byId(tenantId), language);
      return done({ ...shown, avatar: fresh(who.avatar), signUrl: fresh(who.signUrl) });
    }),

    // The name is written in the language it is read in: each has its own.
    route(updateInfo)(async ({ areaId, name, ...input }, { user, tenantId, language }) => {
      if (!(await areOwn([input.avatar], user))) return refused(Code.badRequest, { field: 'avatar' });
      if (!(await areOwn([input.signUrl], user))) return refused(Code.badRequest, { field: 'signUrl' });
      const given = Object.entries(input).filter(([, value]) => value !== undefined);
      const change = {
        ...Object.fromEntries(given),
        ...(name === undefined ? {} : language === 'en' ? { nameEn: name } : { name }),
        ...(areaId === undefined ? {} : { areaId: String(areaId) }),
      };
      if (Object.keys(change).length > 0)
        await uow.run(tenantId, (tx) => tx.change(staff, change, eq(staff.id, user.id)));
      return done(true as const);
    }),

    route(createQualification)(async (input, { user, tenantId, now }) => {
      if (!(await areOwn(picturesOf(input), user))) return refused(Code.badRequest, { field: 'practiceCertUrls' });
      return uow.run(tenantId, async (tx) => {
        const earlier = await qualificationOf(tx, user.id);
        if (earlier) return refused(Code.repeated, { id: earlier.id });
        return done((await handIn(tx, user.id, certificates(input), now)).id);
      });
    }),

    route(updateQualification)(async ({ id, ...input }, { user, tenantId, now }) => {
      if (!(await areOwn(picturesOf(input), user))) return refused(Code.badRequest, { field: 'practiceCertUrls' });
      const changed = await uow.run(tenantId, (tx) => handInAgain(tx, user.id, id, certificates(input), now));
      return changed ? done(true as const) : refused(Code.notFound);
    }),

    route(getQualification)(async (_, { user, tenantId }) => {
      const row = await qualificationOf(uow.read(tenantId), user.id);
      if (!row) return done(null);
      return done({
        ...row,
        titleCode: row.titleCode ?? 0,
        deptId: Number(row.deptId ?? 0),
        idCardFront: links.fresh(row.idCardFront),
        idCardBack: links.fresh(row.idCardBack),
        practiceCertUrls: row.practiceCertUrls.map(links.fresh),
        qualificationCertUrls: row.qualificationCertUrls.map(links.fresh),
        titleCertUrls: row.titleCertUrls.map(links.fresh),
      });
    }),
  ];
}
