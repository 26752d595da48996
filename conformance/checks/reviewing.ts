import { Code, isSuccess } from '../../contract/envelope.ts';
import {
  approveAudit,
  auditContext,
  claimAudit,
  pageAudit,
  releaseAudit,
  renewAudit,
  verificationCodes,
} from '../../contract/extension/audit.ts';
import { finishOrder } from '../../contract/extension/consult.ts';
import { sendMessage } from '../../contract/extension/im.ts';
import { editPrescription, getPrescription } from '../../contract/http/prescription.ts';
import { MessageType } from '../../contract/im.ts';
import { PrescriptionChanged } from '../../contract/socket.ts';
import { type Group, must, needed } from '../check.ts';
import type { World } from '../world.ts';
import { prescription } from './prescribing.ts';

const submitted = (world: World) => needed(world.submitted, 'needs a submitted prescription');
const checklist = verificationCodes.map((code) => ({ code, ok: true }));

/** Reviews: one auditor holds a prescription, and a decision needs the whole checklist. */
export const reviewing: Group = {
  name: 'Review',
  checks: [
    {
      rule: 'the queue has the submitted prescription',
      async run(world) {
        const id = submitted(world);
        const { list } = await (await world.person('auditor')).call(pageAudit, { pageNo: 1, pageSize: 200 });
        must(
          list.some((one) => one.id === id),
          'it is not there',
        );
      },
    },
    {
      rule: 'a doctor cannot read the queue, claim or decide',
      async run(world) {
        const doctor = await world.treating();
        const id = submitted(world);
        for (const { code } of [
          await doctor.ask(pageAudit, { pageNo: 1, pageSize: 10 }),
          await doctor.ask(claimAudit, { id, version: 1 }),
          await doctor.ask(approveAudit, { id, leaseId: 'none', version: 1, checklist }),
        ])
          must(code === Code.forbidden, `code ${code}`);
      },
    },
    {
      rule: 'of two auditors who claim one prescription at the same moment, one gets it; the other learns who holds it',
      async run(world) {
        const id = submitted(world);
        const [one, two] = await Promise.all([world.person('auditor'), world.person('secondAuditor')]);
        const { version } = await (await world.treating()).call(getPrescription, { id });
        const answers = await Promise.all([one.ask(claimAudit, { id, version }), two.ask(claimAudit, { id, version })]);
        const won = answers.map(({ code }) => code !== null && isSuccess(code));
        must(won.filter(Boolean).length === 1, `${won.filter(Boolean).length} got it`);
        const [lost] = answers.filter((_, n) => !won[n]);
        must(lost?.code === Code.locked, `the other is refused with code ${lost?.code}`);
        must(
          typeof lost.data === 'object' && lost.data !== null && 'holder' in lost.data,
          'without the holder in data',
        );
        const [holder, { data }] = won[0]
          ? [one, answers[0] as { data: unknown }]
          : [two, answers[1] as { data: unknown }];
        const { leaseId } = claimAudit.reply.parse(data);
        await holder.call(renewAudit, { id, leaseId });
        await holder.call(releaseAudit, { id, leaseId });
      },
    },
    {
      rule: 'without the whole checklist, or with a lease that is not held, nothing is approved',
      async run(world) {
        const id = submitted(world);
        const auditor = await world.person('auditor');
        const { version } = await (await world.treating()).call(getPrescription, { id });
        const { leaseId, version: claimed } = await auditor.call(claimAudit, { id, version });
        await auditor.call(auditContext, { id });
        const short = { id, leaseId, version: claimed, checklist: checklist.slice(1) };
        const unchecked = await auditor.ask(approveAudit, short);
        must(unchecked.code === Code.checklistIncomplete, `a missing item answers code ${unchecked.code}`);
        const stale = await auditor.ask(approveAudit, { ...short, leaseId: '999999999', checklist });
        must(stale.code === Code.leaseLost, `a lease that is not held answers code ${stale.code}`);
        world.lease = { leaseId, version: claimed };
      },
    },
    {
      rule: 'an approval takes effect once, and its doctor hears of it',
      async run(world) {
        const id = submitted(world);
        const auditor = await world.person('auditor');
        const link = await world.treatingLink();
        const { leaseId, version } = needed(world.lease, 'needs a claimed prescription');
        const input = { id, leaseId, version, checklist };
        const answers = await Promise.all([auditor.ask(approveAudit, input), auditor.ask(approveAudit, input)]);
        const { status } = await (await world.treating()).call(getPrescription, { id });
        must(
          answers.some(({ code }) => code !== null && isSuccess(code)),
          `refused with code ${answers[0]?.code}`,
        );
        must(status === 20, `the prescription has status ${status}, not 20`);
        await link.hears(
          'prescription:changed',
          PrescriptionChanged,
          (event) => event.id === id && event.status === 20,
        );
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
        must(code === Code.prescriptionStatusRefused, `code ${code}`);
      },
    },
  ],
};

/** The end of the consultation that the checks share. */
export const ending: Group = {
  name: 'End of the consultation',
  checks: [
    {
      rule: 'a finished consultation takes no messages',
      async run(world) {
        const doctor = await world.treating();
        const { id, conversationId } = world.accepted();
        await doctor.call(finishOrder, { id, summary: 'Conformance check finished' });
        const message = {
          clientMessageId: world.newMessageId(),
          conversationId,
          type: MessageType.text,
          content: JSON.stringify({ content: 'too late' }),
        };
        const { code } = await doctor.ask(sendMessage, message);
        must(code === Code.conversationClosed, `code ${code}`);
      },
    },
  ],
};
