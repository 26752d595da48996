import { getAwayMessage, putAwayMessage } from '../../contract/extension/serviceSetup.ts';
import {
  deleteTemplate,
  listFavouriteDrugs,
  saveTemplate,
  setFavouriteDrug,
} from '../../contract/extension/templates.ts';
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

/** A change of each part that is undone at once, or stores the present values. */
const changes: { readonly [Part in OwnChanged['part']]: (doctor: Person, world: World) => Promise<unknown> } = {
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
  services: async (doctor) =>
    doctor.call(updateConsultConfig, { list: (await doctor.call(getConsultConfigs, {})).map(presentOf) }),
};

/** What a doctor works with, each part of which is loaded again on the other devices. */
export const ownChanges: Check = {
  rule: 'replies, templates, favourites, away message and services are announced to their doctor (own:changed)',
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
