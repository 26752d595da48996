import { randomUUID } from 'node:crypto';
import { rejectReasonCodes } from '../../../contract/extension/audit.ts';
import { limits } from '../../../contract/limits.ts';
import type { TrailWorld } from '../../support/trailWorld.ts';
import { own, type Sample } from './sample.ts';

/** Calls of a review, each with what it needs to succeed. */
export const reviewSamples = (world: TrailWorld) => {
  return {
    pageAudit: async () => ({ as: await world.person.auditor(), input: { pageNo: 1, pageSize: 10 } }),
    pullAudit: async () => ({ as: await world.person.auditor(), input: { updateTime: 0, lastId: 0, limit: 10 } }),
    myAuditRecord: async () => ({ as: (await world.review()).auditor, input: { pageNo: 1, pageSize: 10 } }),
    auditContext: async () => {
      const { auditor: reviewer, patient, rxId } = await world.review();
      return own({ doctor: reviewer, patient }, { id: rxId });
    },
    claimAudit: async () => {
      const { rxId, version, patient } = await world.prescription(true);
      return own({ doctor: await world.person.auditor(), patient }, { id: rxId, version });
    },
    renewAudit: async () => {
      const { auditor: reviewer, patient, lease } = await world.review();
      return own({ doctor: reviewer, patient }, lease);
    },
    releaseAudit: async () => {
      const { auditor: reviewer, patient, lease } = await world.review();
      return own({ doctor: reviewer, patient }, lease);
    },
    approveAudit: async () => {
      const { auditor: reviewer, patient, lease, version } = await world.review();
      return own({ doctor: reviewer, patient }, { ...lease, version, checklist: world.allTicked });
    },
    undoDecision: async () => {
      const { auditor: reviewer, patient, lease, version } = await world.review();
      const decision = { ...lease, version, checklist: world.allTicked, undoMs: limits.undoMs };
      await world.call('approveAudit', reviewer, decision);
      return own({ doctor: reviewer, patient }, lease);
    },
    saveReviewDraft: async () => {
      const { auditor: reviewer, patient, rxId } = await world.review();
      return own({ doctor: reviewer, patient }, { id: rxId, comment: 'dose?', reasonCodes: [rejectReasonCodes[0]] });
    },
    askReviewQuestion: async () => {
      const { auditor: reviewer, patient, lease } = await world.review();
      const clientRequestId = randomUUID();
      return own({ doctor: reviewer, patient }, { ...lease, clientRequestId, text: 'Is the dose meant?' });
    },
    answerReviewQuestion: async () => {
      const { doctor, patient, questionId } = await world.question();
      return own({ doctor, patient }, { id: questionId, text: 'Yes.' });
    },
    listReviewQuestions: async () => {
      const { doctor, patient, rxId } = await world.question();
      return own({ doctor, patient }, { id: rxId });
    },
    openReviewQuestions: async () => ({ as: (await world.question()).doctor }),
    rejectAudit: async () => {
      const { auditor: reviewer, patient, lease, version } = await world.review();
      return own(
        { doctor: reviewer, patient },
        { ...lease, version, reasonCodes: [rejectReasonCodes[0]], remark: 'too much' },
      );
    },
  } satisfies Record<string, () => Promise<Sample>>;
};
