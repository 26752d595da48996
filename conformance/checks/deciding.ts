import { Code, isSuccess } from '../../contract/envelope.ts';
import {
  approveAudit,
  auditContext,
  claimAudit,
  undoDecision,
  verificationCodes,
} from '../../contract/extension/audit.ts';
import { verifyPrescription } from '../../contract/extension/signing.ts';
import { editPrescription, getPrescription } from '../../contract/http/prescription.ts';
import { limits } from '../../contract/limits.ts';
import { PrescriptionChanged } from '../../contract/socket.ts';
import type { Group } from '../check.ts';
import { equal, must, needed } from '../finding.ts';
import { prescription } from './prescribing.ts';
import { submitted } from './reviewing.ts';

const checklist = verificationCodes.map((code) => ({ code, ok: true }));

/** Decisions of a review: they need the whole checklist and the lease, and take effect once. */
export const deciding: Group = {
  name: 'Decision',
  core: true,
  checks: [
    {
      rule: 'without the whole checklist, or with a lease that is not held, nothing is approved',
      async run(world) {
        const id = submitted(world);
        const reviewer = await world.person('auditor');
        const { version } = await (await world.treating()).call(getPrescription, { id });
        const { leaseId, version: claimed } = await reviewer.call(claimAudit, { id, version });
        await reviewer.call(auditContext, { id });
        const short = { id, leaseId, version: claimed, checklist: checklist.slice(1) };
        const unchecked = await reviewer.ask(approveAudit, short);
        equal(unchecked.code, Code.checklistIncomplete, `a missing item answers code ${unchecked.code}`);
        const stale = await reviewer.ask(approveAudit, { ...short, leaseId: '999999999', checklist });
        equal(stale.code, Code.leaseLost, `a lease that is not held answers code ${stale.code}`);
        world.lease = { leaseId, version: claimed };
      },
    },
    {
      rule: 'an approval that can be undone changes nothing until then, and is undone once',
      async run(world) {
        const id = submitted(world);
        const [reviewer, doctor] = await Promise.all([world.person('auditor'), world.treating()]);
        const { leaseId, version } = needed(world.lease, 'needs a claimed prescription');
        const { undoMs } = limits;
        const { effectiveAt } = await reviewer.call(approveAudit, { id, leaseId, version, checklist, undoMs });
        must(typeof effectiveAt === 'number', 'it takes effect at once', effectiveAt, 'a time in milliseconds');
        const { status } = await doctor.call(getPrescription, { id });
        equal(status, 10, `the prescription has status ${status} already`);
        const undone = await reviewer.call(undoDecision, { id, leaseId });
        world.lease = { leaseId: undone.leaseId, version: undone.version };
      },
    },
    {
      rule: 'an approval takes effect once, and its doctor hears of it',
      async run(world) {
        const id = submitted(world);
        const reviewer = await world.person('auditor');
        const link = await world.treatingLink();
        const { leaseId, version } = needed(world.lease, 'needs a claimed prescription');
        const input = { id, leaseId, version, checklist };
        const answers = await Promise.all([reviewer.ask(approveAudit, input), reviewer.ask(approveAudit, input)]);
        const { status } = await (await world.treating()).call(getPrescription, { id });
        must(
          answers.some(({ code }) => code !== null && isSuccess(code)),
          `refused with code ${answers[0]?.code}`,
          answers.map(({ code }) => code),
          `code ${Code.ok} for one of them`,
        );
        equal(status, 20, `the prescription has status ${status}, not 20`);
        await link.hears(
          'prescription:changed',
          PrescriptionChanged,
          (event) => event.id === id && event.status === 20,
        );
      },
    },
    {
      rule: 'the code of an approved prescription says that it is in force; an unknown code says nothing',
      async run(world) {
        const { http } = world;
        const id = submitted(world);
        http.refusedWith(verifyPrescription, await http.ask(verifyPrescription, { code: 'unknown' }), Code.notFound);
        const { verifyCode } = await (await world.treating()).call(getPrescription, { id });
        const { state } = await http.call(verifyPrescription, { code: needed(verifyCode, 'it has no such code') });
        equal(state, 'valid', `it is ${state}`);
      },
    },
    {
      rule: 'an approved prescription cannot be edited',
      async run(world) {
        const id = submitted(world);
        const doctor = await world.treating();
        const { version, status } = await doctor.call(getPrescription, { id });
        needed(status === 20 || null, 'needs an approved prescription');
        const { orderId: _, ...content } = await prescription(world, false);
        const { code } = await doctor.ask(editPrescription, { ...content, id, version });
        equal(code, Code.prescriptionStatusRefused, `code ${code}`);
      },
    },
  ],
};
