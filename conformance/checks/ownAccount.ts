import { Code } from '../../contract/envelope.ts';
import { decideIdentity, listIdentityRequests, requestIdentity } from '../../contract/extension/identity.ts';
import {
  createQualification,
  getInfo,
  getQualification,
  updateInfo,
  updateQualification,
} from '../../contract/http/account.ts';
import {
  type ConsultConfig,
  createQuickReply,
  deleteQuickReply,
  getConsultConfigs,
  getQuickReplies,
  updateConsultConfig,
} from '../../contract/http/consult.ts';
import {
  createDoctorDisease,
  deleteDoctorDisease,
  findDoctorDiseases,
  pageDiseases,
} from '../../contract/http/disease.ts';
import type { Group } from '../check.ts';
import { equal, must, needed } from '../finding.ts';

const absent = '999999999';

/** Certificates as a doctor submits them, without pictures. */
const certificates = {
  practiceCertNo: 'CONFORMANCE',
  practiceCertUrls: [],
  qualificationCertNo: 'CONFORMANCE',
  qualificationCertUrls: [],
  titleCertUrls: [],
  titleCode: 1,
  deptId: 1,
};

/** A service's present values; what may not be null is left out where it is. */
/** The terms of a service as they are saved again. */
export const presentOf = ({ id, enabled, price, durationMin, msgLimit, maxConcurrent, dailyQuota }: ConsultConfig) => ({
  ...{ id, enabled, price, durationMin, msgLimit: msgLimit ?? null },
  ...(maxConcurrent === null || maxConcurrent === undefined ? {} : { maxConcurrent }),
  ...(dailyQuota === undefined ? {} : { dailyQuota }),
});

/** A doctor's own profile, services, phrases, diagnoses and certificates: each change is undone or changes nothing. */
export const ownAccount: Group = {
  name: 'Own account and services',
  checks: [
    {
      rule: 'a profile saved with its present values stays as it was, and values that cannot be are refused',
      async run(world) {
        const doctor = await world.person('doctor');
        const before = await doctor.call(getInfo, {});
        const { gender, goodAt, introduction, areaId } = before;
        // The name is left out, because a platform may have one for each language.
        const present = { gender, goodAt: goodAt ?? '', introduction: introduction ?? '', areaId: areaId ?? null };
        await doctor.call(updateInfo, present);
        for (const wrong of [{ gender: 9 }, { goodAt: 'x'.repeat(501) }, { introduction: 5 }])
          await doctor.refused(updateInfo, wrong, Code.badRequest);
        const after = await doctor.call(getInfo, {});
        equal(
          [after.gender, after.goodAt || null, after.introduction || null, after.areaId ?? null],
          [gender, goodAt || null, introduction || null, areaId ?? null],
          'the profile has changed',
        );
      },
    },
    {
      rule: 'another name waits for an administrator until the present one is asked for again; an unknown request is refused',
      async run(world) {
        const [doctor, administrator] = [await world.person('doctor'), await world.person('administrator')];
        const own = needed((await doctor.call(getInfo, {})).identity, 'the platform has no requests for names');
        needed(own.waiting === null || null, 'the doctor has asked for another name already');
        const { name, nameEn, titleCode, deptId } = own;
        const present = { name, nameEn, titleCode, deptId };
        const asked = await doctor.call(requestIdentity, { ...present, name: 'Conformance check' });
        const listed = (await administrator.call(listIdentityRequests, {})).map(({ wanted }) => wanted.name);
        const waiting = (await doctor.call(getInfo, {})).identity;
        const again = await doctor.call(requestIdentity, present);
        equal(asked.state, 'requested', `the request is “${asked.state}”`);
        must(listed.includes('Conformance check'), 'the administrator does not see it', listed, 'Conformance check');
        equal(waiting?.name, name, 'the name has changed before a decision');
        equal(again.state, 'withdrawn', `the present name is “${again.state}”`);
        await administrator.refused(decideIdentity, { id: absent, approve: true }, Code.notFound);
      },
    },
    {
      rule: 'services saved with their present values stay as they were, one by one and as a list',
      async run(world) {
        const doctor = await world.person('doctor');
        const before = await doctor.call(getConsultConfigs, {});
        const list = before.map(presentOf);
        const first = needed(list[0], 'the doctor offers no service');
        await doctor.call(updateConsultConfig, first);
        await doctor.call(updateConsultConfig, { list });
        const after = await doctor.call(getConsultConfigs, {});
        equal(after.map(presentOf), list, 'a service has changed');
        await doctor.refused(updateConsultConfig, { ...first, price: -1 }, Code.badRequest);
        await doctor.refused(updateConsultConfig, { ...first, id: absent }, Code.notFound);
        await doctor.refused(updateConsultConfig, { list: [first, { ...first, id: absent }] }, Code.notFound);
      },
    },
    {
      rule: 'a quick reply is stored, found and deleted; deleted again, or without text, it is refused',
      async run(world) {
        const doctor = await world.person('doctor');
        const content = `Conformance check ${Date.now()}: 请多喝水`;
        const id = await doctor.call(createQuickReply, { title: 'Conformance', content });
        const find = async () => (await doctor.call(getQuickReplies, {})).find((one) => one.id === id);
        const stored = await find();
        await doctor.call(deleteQuickReply, { id });
        equal(stored?.content, content, 'it is not in the list with its text');
        equal(await find(), undefined, 'it is still in the list');
        await doctor.refused(deleteQuickReply, { id }, Code.notFound);
        await doctor.refused(createQuickReply, { content: ' ' }, Code.badRequest);
      },
    },
    {
      rule: "a diagnosis is added to the doctor's own once and removed again; an unknown one is refused",
      async run(world) {
        const doctor = await world.person('doctor');
        const own = await doctor.call(findDoctorDiseases, {});
        const { list } = await doctor.call(pageDiseases, { pageNo: 1, pageSize: 50 });
        const { id: diseaseWesternId } = needed(
          list.find(({ id }) => own.every((one) => one.id !== id)),
          'every diagnosis is among the doctor’s own already',
        );
        const doctorDiseaseWesternId = await doctor.call(createDoctorDisease, { diseaseWesternId });
        const again = await doctor.ask(createDoctorDisease, { diseaseWesternId });
        const added = await doctor.call(findDoctorDiseases, {});
        await doctor.call(deleteDoctorDisease, { doctorDiseaseWesternId });
        const ofThis = added.filter(({ id }) => id === diseaseWesternId);
        equal(ofThis.length, 1, `it is ${ofThis.length} times among the own ones after code ${again.code}`);
        const left = await doctor.call(findDoctorDiseases, {});
        equal(left.length, own.length, `${left.length} are left instead of ${own.length}`);
        await doctor.refused(createDoctorDisease, { diseaseWesternId: absent }, Code.notFound);
      },
    },
    {
      rule: 'certificates are not submitted twice, not under an id that does not exist, and not without a number',
      async run(world) {
        const doctor = await world.person('doctor');
        const withoutNumber = { ...certificates, practiceCertNo: '' };
        await doctor.refused(createQualification, withoutNumber, Code.badRequest);
        await doctor.refused(updateQualification, { ...withoutNumber, id: absent }, Code.badRequest);
        needed(await doctor.call(getQualification, {}), 'needs a doctor who has submitted certificates');
        await doctor.refused(createQualification, certificates, Code.duplicateRequest);
        await doctor.refused(updateQualification, { ...certificates, id: absent }, Code.notFound);
      },
    },
  ],
};
