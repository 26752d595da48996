import { pageStaff, unlockStaff } from '../../contract/extension/administration.ts';
import { pageDiagnoses, retireDiagnosis } from '../../contract/extension/diagnoses.ts';
import { requestIdentity } from '../../contract/extension/identity.ts';
import { getSchedule, putSchedule } from '../../contract/extension/schedule.ts';
import { getAwayMessage, putAwayMessage } from '../../contract/extension/serviceSetup.ts';
import {
  deleteTemplate,
  listFavouriteDrugs,
  saveTemplate,
  setFavouriteDrug,
} from '../../contract/extension/templates.ts';
import { getInfo } from '../../contract/http/account.ts';
import { logout } from '../../contract/http/auth.ts';
import {
  createQuickReply,
  deleteQuickReply,
  getConsultConfigs,
  updateConsultConfig,
} from '../../contract/http/consult.ts';
import {
  createDoctorDisease,
  deleteDoctorDisease,
  findDoctorDiseases,
  pageDiseases,
} from '../../contract/http/disease.ts';
import { type OwnChanged, staffEvents } from '../../contract/staffEvents.ts';
import { announces } from '../announces.ts';
import type { Check } from '../check.ts';
import { needed } from '../finding.ts';
import type { Person } from '../person.ts';
import type { World } from '../world.ts';
import { presentOf } from './ownAccount.ts';
import { findMedicine } from './reading.ts';

type ListPart = 'people' | 'catalogue' | 'requests';
type DoctorPart = Exclude<OwnChanged['part'], ListPart>;

/** A change of each part that is undone at once, or stores the present values. */
const changes: { readonly [Part in DoctorPart]: (doctor: Person, world: World) => Promise<unknown> } = {
  async replies(doctor) {
    const id = await doctor.call(createQuickReply, { content: `Conformance check ${Date.now()}` });
    return doctor.call(deleteQuickReply, { id });
  },
  async templates(doctor) {
    const content = { kind: 'record' as const, sections: { treatmentAdvice: 'Rest' }, diagnosisList: [] };
    const name = `Conformance check ${Date.now()}`;
    const { id } = await doctor.call(saveTemplate, { name, scope: 'personal', content });
    return doctor.call(deleteTemplate, { id });
  },
  async medicines(doctor, world) {
    const { medicine, warehouseId } = await findMedicine(world);
    const { drugId } = medicine;
    const isListed = (await doctor.call(listFavouriteDrugs, { warehouseId })).drugIds.includes(drugId);
    await doctor.call(setFavouriteDrug, { drugId, favourite: !isListed });
    return doctor.call(setFavouriteDrug, { drugId, favourite: isListed });
  },
  async diagnoses(doctor) {
    const own = await doctor.call(findDoctorDiseases, {});
    const { list } = await doctor.call(pageDiseases, { pageNo: 1, pageSize: 50 });
    const other = list.find(({ id }) => own.every((one) => one.id !== id));
    const { id: diseaseWesternId } = needed(other, 'every diagnosis is among the doctor’s own already');
    const doctorDiseaseWesternId = await doctor.call(createDoctorDisease, { diseaseWesternId });
    return doctor.call(deleteDoctorDisease, { doctorDiseaseWesternId });
  },
  away: async (doctor) => doctor.call(putAwayMessage, await doctor.call(getAwayMessage, {})),
  plan: async (doctor) => doctor.call(putSchedule, { list: await doctor.call(getSchedule, {}) }),
  async sessions(doctor, world) {
    const other = await world.signIn(doctor.account);
    return other.call(logout, {});
  },
  services: async (doctor) =>
    doctor.call(updateConsultConfig, { list: (await doctor.call(getConsultConfigs, {})).map(presentOf) }),
};

/** The same for the lists of the administration. */
const listChanges: { readonly [Part in ListPart]: (administrator: Person, world: World) => Promise<unknown> } = {
  async people(administrator, world) {
    const { username } = (await world.treating()).account;
    const { list } = await administrator.call(pageStaff, { keyword: username });
    const { id } = needed(
      list.find((one) => one.username === username),
      'the doctor is not found by the account',
    );
    return administrator.call(unlockStaff, { id });
  },
  async catalogue(administrator) {
    const { list } = await administrator.call(pageDiagnoses, { pageNo: 1, pageSize: 1 });
    const { id, revision, retired } = needed(list[0], 'the hospital has no diagnoses');
    return administrator.call(retireDiagnosis, { id, revision, retired });
  },
  async requests(_, world) {
    const doctor = await world.treating();
    const own = needed((await doctor.call(getInfo, {})).identity, 'the platform has no requests for names');
    needed(own.waiting === null || null, 'the doctor has asked for another name already');
    const { name, nameEn, titleCode, deptId } = own;
    const present = { name, nameEn, titleCode, deptId };
    await doctor.call(requestIdentity, { ...present, name: 'Conformance check' });
    return doctor.call(requestIdentity, present);
  },
};

/** Lists of the administration, which are loaded again where they are open. */
export const listsOfAdministration: Check = {
  rule: 'accounts, catalogues and waiting requests are announced to administrators (own:changed)',
  async run(world) {
    const administrator = await world.person('administrator');
    const links = [await world.link('administrator')];
    for (const [part, change] of Object.entries(listChanges))
      await announces(links, ['own:changed', staffEvents['own:changed']], async () => {
        await change(administrator, world);
        return (event) => event.part === part;
      });
  },
};

/** What a doctor works with, each part of which is loaded again on the other devices. */
export const ownChanges: Check = {
  rule: 'replies, templates, favourites, away message, services, plan and sign-ins are announced to their doctor (own:changed)',
  async run(world) {
    const doctor = await world.treating();
    const links = [await world.treatingLink()];
    for (const [part, change] of Object.entries(changes))
      await announces(links, ['own:changed', staffEvents['own:changed']], async () => {
        await change(doctor, world);
        return (event) => event.part === part;
      });
  },
};
