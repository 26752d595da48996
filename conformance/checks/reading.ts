import { pageAudit, pullAudit } from '../../contract/extension/audit.ts';
import { pageOrders } from '../../contract/extension/consult.ts';
import { getInfo, getQualification } from '../../contract/http/account.ts';
import { getIcons } from '../../contract/http/auth.ts';
import { awaitList, getConsultConfigs, getOrderNum, getQuickReplies } from '../../contract/http/consult.ts';
import { findDoctorDiseases, pageDiseases } from '../../contract/http/disease.ts';
import { findDrugInventory, getDrugInventory, listWarehouses, searchDrugs } from '../../contract/http/drugs.ts';
import { getImConfig } from '../../contract/http/im.ts';
import { getPrescriptionNum, listPrescriptions } from '../../contract/http/prescription.ts';
import { getDoctorInfo } from '../../contract/http/whoami.ts';
import type { Operation } from '../../contract/operation.ts';
import { type Check, type Group, must, needed } from '../check.ts';
import type { Role, World } from '../world.ts';

const shape = (name: string, operation: Operation, input: object = {}, role: Role = 'doctor'): Check => ({
  rule: `shape of ${name}`,
  run: async (world) => void (await (await world.person(role)).call(operation, input)),
});

/** The first medicine that the search word finds, with its warehouse. */
export async function findDrug(world: World) {
  const doctor = await world.person('doctor');
  const [warehouse] = await doctor.call(listWarehouses, {});
  const { id: warehouseId } = needed(warehouse, 'the hospital has no warehouse of medicines');
  const found = await doctor.call(searchDrugs, { warehouseId, keyword: world.given.drug });
  const drug = needed(
    found.find(({ stock }) => stock > 5),
    `no medicine in stock is found by “${world.given.drug}”: name another with --drug`,
  );
  return { drug, warehouseId };
}

/** Answers of reading calls that need no consultation. */
export const reading: Group = {
  name: 'Lists and master data',
  checks: [
    {
      rule: 'the signed-in person says whether they are an auditor',
      async run(world) {
        const info = await (await world.person('doctor')).call(getDoctorInfo, {});
        must(info.isAuditor === false, 'the account given as a doctor is an auditor');
      },
    },
    {
      rule: 'an auditor is known as one',
      async run(world) {
        const info = await (await world.person('auditor')).call(getDoctorInfo, {});
        must(info.isAuditor === true, 'the account given as an auditor is none');
      },
    },
    shape('the list of icons', getIcons),
    shape('the profile', getInfo),
    shape('the certificates', getQualification),
    shape('the waiting list', awaitList),
    shape('the counts of orders', getOrderNum),
    shape('a page of orders', pageOrders, { pageNo: 1, pageSize: 10 }),
    shape('the services', getConsultConfigs),
    shape('the quick replies', getQuickReplies),
    shape('the page of prescriptions', listPrescriptions, { pageNo: 1, pageSize: 10 }),
    shape('the counts of prescriptions', getPrescriptionNum),
    shape("the doctor's own diagnoses", findDoctorDiseases),
    shape('the settings of live messages', getImConfig),
    shape('the page of reviews', pageAudit, { pageNo: 1, pageSize: 10 }, 'auditor'),
    shape('the changes of the review queue', pullAudit, { updateTime: 0, lastId: 0, limit: 50 }, 'auditor'),
    {
      rule: 'a diagnosis is found by its code',
      async run(world) {
        const doctor = await world.person('doctor');
        const { list } = await doctor.call(pageDiseases, { name: world.given.diagnosis, pageNo: 1, pageSize: 10 });
        must(list.length > 0, `nothing is found by ${world.given.diagnosis}: name another with --diagnosis`);
      },
    },
    {
      rule: 'a medicine is found, with stock and price also by its id',
      async run(world) {
        const doctor = await world.person('doctor');
        const { drug, warehouseId } = await findDrug(world);
        const [held] = await doctor.call(getDrugInventory, { warehouseId, drugIds: [drug.drugId] });
        must(held?.drugId === drug.drugId, 'its stock is not answered by its id');
        const places = await doctor.call(findDrugInventory, { id: drug.drugId });
        must(
          places.some(({ drugId }) => drugId === drug.drugId),
          'it is in no warehouse',
        );
      },
    },
    {
      rule: 'a page has at most as many rows as were asked for',
      async run(world) {
        const doctor = await world.person('doctor');
        const { list } = await doctor.call(pageDiseases, { pageNo: 1, pageSize: 3 });
        must(list.length <= 3, `${list.length} rows instead of 3`);
      },
    },
  ],
};
