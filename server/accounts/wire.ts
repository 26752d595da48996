import { inLanguage } from '../db/inLanguage.ts';
import { roleOf } from '../db/roles.ts';
import type { identityRequest } from '../db/schema/staff.ts';
import type { Hospital } from '../hospitals/hospitals.ts';
import { hospitalName } from '../hospitals/wire.ts';
import type { StaffRow } from './accountQueries.ts';
import type { Language } from './caller.ts';
import { isOnDuty } from './duty.ts';
import { type IdentityState, RequestStatus } from './identityRequests.ts';
import { maskMobile } from './maskMobile.ts';

const numberOf = (text: string | null): number | null => (text === null || text === '' ? null : Number(text));

/** A person's own profile, without pictures and requests. */
export function profileOnWire(who: StaffRow, hospital: Hospital | null, language: Language) {
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

/** Who the signed-in person is, without their picture. */
export const whoamiOnWire = (who: StaffRow, hospital: Hospital | null, language: Language) => ({
  memberAccountId: who.id,
  doctorId: who.id,
  name: inLanguage(language, who.name, who.nameEn),
  mobile: maskMobile(who.mobile),
  isAuditor: who.isAuditor,
  roles: [roleOf(who)],
  mustChangePassword: who.mustChangePassword,
  hospitalName: hospitalName(hospital, language),
});

type Request = typeof identityRequest.$inferSelect;

const requested = ({ name, nameEn, titleCode, deptId }: Request) => ({
  name,
  nameEn,
  titleCode,
  deptId: deptId === null ? null : Number(deptId),
});

/** A person's own identity with what waits, and the rejection of the newest request. */
export function identityOnWire({ name, nameEn, titleCode, deptId }: StaffRow, newest: Request | null) {
  const isWaiting = newest?.status === RequestStatus.waiting;
  const isRejected = newest?.status === RequestStatus.rejected;
  return {
    name,
    nameEn,
    titleCode,
    deptId: deptId === null ? null : Number(deptId),
    waiting: newest && isWaiting ? { ...requested(newest), createTime: newest.createTime } : null,
    rejected:
      newest && isRejected
        ? { ...requested(newest), reason: newest.decideReason ?? '', time: newest.decideTime ?? newest.createTime }
        : null,
  };
}

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
export const identityAnswer = (state: IdentityState) => ({ identity: { state, text: identityWords[state] } });
