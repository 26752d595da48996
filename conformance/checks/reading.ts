import { Code } from '../../contract/envelope.ts';
import { myAuditRecord, pageAudit, pullAudit, reviewStatistics } from '../../contract/extension/audit.ts';
import { decideCertificates, listCertificateReviews } from '../../contract/extension/certificates.ts';
import { pageOrders } from '../../contract/extension/consult.ts';
import { countOwnOrders, countOwnPrescriptions } from '../../contract/extension/counts.ts';
import { searchAllergens, searchGenerics } from '../../contract/extension/facts.ts';
import { alertsByRule } from '../../contract/extension/findingsByRule.ts';
import { listNotices } from '../../contract/extension/notices.ts';
import { dueWork, workTrend } from '../../contract/extension/overview.ts';
import { openReviewQuestions } from '../../contract/extension/reviewQuestions.ts';
import { listSessions, recentSignIns } from '../../contract/extension/sessions.ts';
import { getAreaTree } from '../../contract/extension/settings.ts';
import { getInfo, getQualification } from '../../contract/http/account.ts';
import { getIcons } from '../../contract/http/auth.ts';
import { awaitList, getConsultConfigs, getOrderNum, getQuickReplies } from '../../contract/http/consult.ts';
import { findDoctorDiseases, pageDiseases } from '../../contract/http/disease.ts';
import { findDrugInventory, getDrugInventory, listWarehouses, searchDrugs } from '../../contract/http/drugs.ts';
import { getImConfig } from '../../contract/http/im.ts';
import { getPrescriptionNum, listPrescriptions } from '../../contract/http/prescription.ts';
import { getDoctorInfo } from '../../contract/http/whoami.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Check, Group } from '../check.ts';
import { equal, must, NotChecked, needed } from '../finding.ts';
import type { Role, World } from '../world.ts';

/** A read that must answer in the contract's shape. */
export const shape = (name: string, operation: Operation, input: object = {}, role: Role = 'doctor'): Check => ({
  rule: `shape of ${name}`,
  run: async (world) => void (await (await world.person(role)).call(operation, input)),
});

/** The first medicine that the search word finds, with its warehouse. */
export async function findMedicine(world: World) {
  const doctor = await world.person('doctor');
  const [warehouse] = await doctor.call(listWarehouses, {});
  const { id: warehouseId } = needed(warehouse, 'the hospital has no warehouse of medicines');
  const found = await doctor.call(searchDrugs, { warehouseId, keyword: world.given.medicine });
  const medicine = needed(
    found.find(({ stock }) => stock > 5),
    `no medicine in stock is found by “${world.given.medicine}”: name another with --medicine`,
  );
  return { medicine, warehouseId };
}

/** Answers of reading calls that need no consultation. */
export const reading: Group = {
  name: 'Lists and master data',
  core: true,
  checks: [
    {
      rule: 'the signed-in person says whether they are a reviewer',
      async run(world) {
        const info = await (await world.person('doctor')).call(getDoctorInfo, {});
        equal(info.isAuditor, false, 'the account given as a doctor is a reviewer');
      },
    },
    {
      rule: 'a reviewer is known as one',
      async run(world) {
        const info = await (await world.person('auditor')).call(getDoctorInfo, {});
        equal(info.isAuditor, true, 'the account given as a reviewer is none');
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
    {
      rule: 'shape of the tree of regions',
      run: async ({ http }) => void (await http.call(getAreaTree, {})),
    },
    shape('the counts of own orders', countOwnOrders),
    shape('the counts of own prescriptions', countOwnPrescriptions),
    shape('the trend of the work', workTrend),
    shape('the work that lapses', dueWork),
    shape('the notices', listNotices),
    shape('the own sessions', listSessions),
    shape('the recent sign-ins', recentSignIns),
    shape('the questions that wait for the doctor', openReviewQuestions),
    shape('the allergens', searchAllergens, { keyword: 'penicillin' }),
    shape('the generic medicines', searchGenerics, { keyword: 'amoxicillin' }),
    shape("a reviewer's decisions", myAuditRecord, { pageNo: 1, pageSize: 10 }, 'auditor'),
    shape("a reviewer's statistics", reviewStatistics, {}, 'auditor'),
    shape('the findings by rule', alertsByRule, { days: 30 }, 'auditor'),
    {
      rule: 'certificates that wait for a review are listed for those who review them',
      async run(world) {
        const reviewer = await world.person('auditor');
        const reply = await reviewer.ask(listCertificateReviews, {});
        if (reply.code === Code.forbidden) throw new NotChecked('needs a reviewer who reviews certificates');
        world.http.accepted(listCertificateReviews, reply);
        const decision = { id: '999999999', approve: false, reason: 'Conformance check' };
        await reviewer.refused(decideCertificates, decision, Code.notFound);
      },
    },
    shape('the page of reviews', pageAudit, { pageNo: 1, pageSize: 10 }, 'auditor'),
    shape('the changes of the review queue', pullAudit, { updateTime: 0, lastId: 0, limit: 50 }, 'auditor'),
    {
      rule: 'a diagnosis is found by its code',
      async run(world) {
        const doctor = await world.person('doctor');
        const { list } = await doctor.call(pageDiseases, { name: world.given.diagnosis, pageNo: 1, pageSize: 10 });
        const hint = `nothing is found by ${world.given.diagnosis}: name another with --diagnosis`;
        must(list.length > 0, hint, list, 'at least one diagnosis');
      },
    },
    {
      rule: 'a medicine is found, with stock and price also by its id',
      async run(world) {
        const doctor = await world.person('doctor');
        const { medicine, warehouseId } = await findMedicine(world);
        const [stocked] = await doctor.call(getDrugInventory, { warehouseId, drugIds: [medicine.drugId] });
        equal(stocked?.drugId, medicine.drugId, 'its stock is not answered by its id');
        const places = await doctor.call(findDrugInventory, { id: medicine.drugId });
        const drugIds = places.map(({ drugId }) => drugId);
        must(drugIds.includes(medicine.drugId), 'it is in no warehouse', drugIds, `a list with ${medicine.drugId}`);
      },
    },
    {
      rule: 'a page has at most as many rows as were asked for',
      async run(world) {
        const doctor = await world.person('doctor');
        const { list } = await doctor.call(pageDiseases, { pageNo: 1, pageSize: 3 });
        must(list.length <= 3, `${list.length} rows instead of 3`, list.length, 'at most 3');
      },
    },
  ],
};
