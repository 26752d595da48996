import type { FastifyInstance } from 'fastify';
import * as audit from '../../contract/extension/audit.ts';
import { alertsByRule } from '../../contract/extension/findingsByRule.ts';
import * as questions from '../../contract/extension/reviewQuestions.ts';
import type { Database } from '../db/connection.ts';
import { route } from '../http/route.ts';
import type { Job } from '../jobs.ts';
import type { PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import { answerQuestion } from './answerQuestion.ts';
import { askQuestion } from './askQuestion.ts';
import { carryOutDecisions } from './carryOut.ts';
import { readReviewContext } from './context.ts';
import { approve, reject, undo } from './decisions.ts';
import { removeOldDrafts, saveDraft } from './drafts.ts';
import { releaseExpiredLeases } from './expiredLeases.ts';
import { readFindingsByRule } from './findingsByRule.ts';
import { claimReview, releaseLease, renewLease } from './leases.ts';
import { ownDecisions } from './ownDecisions.ts';
import { pageQueue, pullQueue } from './queue.ts';
import { listQuestions, openQuestions } from './readQuestions.ts';
import { answerRecountRequests, recountOld } from './recount.ts';
import { readStatistics } from './statistics.ts';

/** The review of submitted prescriptions by reviewers: queue, leases, decisions. */
export async function reviewsPlugin(app: FastifyInstance, needs: PrescriptionNeeds): Promise<void> {
  app.addOperations([
    route(audit.pageAudit)(pageQueue(needs)),
    route(audit.pullAudit)(pullQueue(needs)),
    route(audit.claimAudit)(claimReview(needs)),
    route(audit.renewAudit)(renewLease(needs)),
    route(audit.releaseAudit)(releaseLease),
    route(audit.approveAudit)(approve(needs)),
    route(audit.rejectAudit)(reject(needs)),
    route(audit.undoDecision)(undo(needs)),
    route(audit.saveReviewDraft)(saveDraft),
    route(audit.auditContext)(readReviewContext(needs)),
    route(audit.myAuditRecord)(ownDecisions),
    route(audit.reviewStatistics)(readStatistics),
    route(questions.askReviewQuestion)(askQuestion(needs)),
    route(questions.answerReviewQuestion)(answerQuestion(needs)),
    route(questions.listReviewQuestions)(listQuestions),
    route(questions.openReviewQuestions)(openQuestions),
    route(alertsByRule)(readFindingsByRule),
  ]);
}

/** Periodic jobs of reviews. */
export const reviewJobs = (needs: PrescriptionNeeds & { db: Database }): Job[] => [
  { name: 'release expired leases', everyMs: 5_000, run: () => releaseExpiredLeases(needs) },
  { name: 'carry out decisions', everyMs: 250, run: () => carryOutDecisions(needs) },
  { name: 'count changed findings', everyMs: 500, run: () => answerRecountRequests(needs) },
  { name: 'count old findings', everyMs: 60_000, run: () => recountOld(needs) },
  { name: 'remove old review drafts', everyMs: 60_000, run: () => removeOldDrafts(needs.db) },
];
