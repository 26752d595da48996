import { Code, isSuccess } from '../../contract/envelope.ts';
import {
  approveAudit,
  auditContext,
  claimAudit,
  pageAudit,
  rejectAudit,
  releaseAudit,
  renewAudit,
  saveReviewDraft,
  verificationCodes,
} from '../../contract/extension/audit.ts';
import {
  answerReviewQuestion,
  askReviewQuestion,
  listReviewQuestions,
  openReviewQuestions,
} from '../../contract/extension/reviewQuestions.ts';
import { prescriptionVersions } from '../../contract/extension/versions.ts';
import { editPrescription, getPrescription } from '../../contract/http/prescription.ts';
import type { Group } from '../check.ts';
import { equal, must, needed, shown } from '../finding.ts';
import type { World } from '../world.ts';
import { prescription } from './prescribing.ts';

/** The prescription that this run submitted. */
export const submitted = (world: World) => needed(world.submitted, 'needs a submitted prescription');

const checklist = verificationCodes.map((code) => ({ code, ok: true }));

/** Reviews: one reviewer holds a prescription, asks its doctor, or sends it back. */
export const reviewing: Group = {
  name: 'Review',
  core: true,
  checks: [
    {
      rule: 'the queue has the submitted prescription',
      async run(world) {
        const id = submitted(world);
        const { list } = await (await world.person('auditor')).call(pageAudit, { pageNo: 1, pageSize: 200 });
        must(
          list.some((one) => one.id === id),
          'it is not there',
          list.map((one) => one.id),
          `a list with ${id}`,
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
          equal(code, Code.forbidden, `code ${code}`);
      },
    },
    {
      rule: 'of two reviewers who claim one prescription at the same moment, one gets it; the other learns who holds it',
      async run(world) {
        const id = submitted(world);
        const [one, two] = await Promise.all([world.person('auditor'), world.person('secondReviewer')]);
        const { version } = await (await world.treating()).call(getPrescription, { id });
        const answers = await Promise.all([one.ask(claimAudit, { id, version }), two.ask(claimAudit, { id, version })]);
        const won = answers.map(({ code }) => code !== null && isSuccess(code));
        equal(won.filter(Boolean).length, 1, `${won.filter(Boolean).length} got it`);
        const [{ code, data } = { code: null, data: null }] = answers.filter((_, n) => !won[n]);
        equal<number | null>(code, Code.locked, `the other is refused with code ${code}`);
        must(
          typeof data === 'object' && data !== null && 'holder' in data,
          'without the holder in data',
          data,
          '{holder}',
        );
        const [holder, claimed] = won[0] ? [one, answers[0]] : [two, answers[1]];
        const { leaseId } = world.http.accepted(claimAudit, claimed);
        await holder.call(renewAudit, { id, leaseId });
        await holder.call(releaseAudit, { id, leaseId });
      },
    },
    {
      rule: 'a question of the reviewer waits for the doctor until it is answered; a draft is kept',
      async run(world) {
        const id = submitted(world);
        const [reviewer, doctor] = await Promise.all([world.person('auditor'), world.treating()]);
        const { version } = await doctor.call(getPrescription, { id });
        const { leaseId } = await reviewer.call(claimAudit, { id, version });
        const draft = { id, comment: 'Conformance check', reasonCodes: [] };
        await reviewer.call(saveReviewDraft, draft);
        const { drafts } = await reviewer.call(auditContext, { id });
        const comments = drafts?.map(({ comment }) => comment) ?? [];
        must(
          comments.includes(draft.comment),
          'the draft is not kept',
          comments,
          `a list with ${shown(draft.comment)}`,
        );
        const asked = await reviewer.call(askReviewQuestion, {
          ...{ id, leaseId, clientRequestId: world.newRequestId(), text: 'Conformance check: is it meant?' },
        });
        const isOpen = async () =>
          (await doctor.call(openReviewQuestions, {})).some((question) => question.id === asked.id);
        equal(await isOpen(), true, 'the doctor does not find the question');
        await doctor.call(answerReviewQuestion, { id: asked.id, text: 'It is' });
        equal(await isOpen(), false, 'it still waits after its answer');
        const again = { id: asked.id, text: 'It is not' };
        await doctor.refused(answerReviewQuestion, again, Code.questionClosed);
        const listed = await reviewer.call(listReviewQuestions, { id });
        equal(listed.find((question) => question.id === asked.id)?.answer?.text, 'It is', 'the answer is not listed');
        await reviewer.call(releaseAudit, { id, leaseId });
      },
    },
    {
      rule: 'a rejection goes back to the doctor with its reasons, and the edited prescription waits again',
      async run(world) {
        const id = submitted(world);
        const [reviewer, doctor] = await Promise.all([world.person('auditor'), world.treating()]);
        const { version } = await doctor.call(getPrescription, { id });
        const { leaseId, version: claimed } = await reviewer.call(claimAudit, { id, version });
        const rejection = { id, leaseId, version: claimed, remark: 'Conformance check', markedLines: [0] };
        await reviewer.refused(rejectAudit, { ...rejection, reasonCodes: [] }, Code.badRequest);
        await reviewer.call(rejectAudit, { ...rejection, reasonCodes: ['other'] });
        const [{ rejection: noted = null } = {}] = await doctor.call(prescriptionVersions, { id });
        equal(noted?.reasonCodes.includes('other'), true, 'the version has no rejection with the reason');
        const rejected = await doctor.call(getPrescription, { id });
        const { orderId: _, ...content } = await prescription(world, true);
        const edited = await doctor.call(editPrescription, { ...content, id, version: rejected.version });
        equal(edited.status, 10, `after its edit it has status ${edited.status}, not 10`);
      },
    },
  ],
};
