import type { FastifyInstance } from 'fastify';
import { alertsByRule } from '../../contract/extension/alerts.ts';
import {
  approveAudit,
  auditContext,
  claimAudit,
  myAuditRecord,
  pageAudit,
  pullAudit,
  rejectAudit,
  releaseAudit,
  renewAudit,
  reviewStatistics,
  saveReviewDraft,
  undoDecision,
} from '../../contract/extension/audit.ts';
import {
  answerReviewQuestion,
  askReviewQuestion,
  listReviewQuestions,
  openReviewQuestions,
} from '../../contract/extension/reviewQuestions.ts';
import type { Database } from '../db/connection.ts';
import { done } from '../db/outcome.ts';
import { route } from '../http/route.ts';
import type { Job } from '../jobs.ts';
import { withLineErrors } from '../prescriptions/lineProblems.ts';
import type { PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import { signingRefusal } from '../signatures/plugin.ts';
import { readAlerts } from './alerts.ts';
import { answerQuestion } from './answerQuestion.ts';
import { askQuestion } from './askQuestion.ts';
import { carryOutDecisions } from './carryOut.ts';
import { readReviewContext } from './context.ts';
import { createDecisions } from './decisions.ts';
import { removeOldDrafts, saveDraft } from './drafts.ts';
import { releaseExpiredLeases } from './expiredLeases.ts';
import { createLeases } from './leases.ts';
import { ownDecisions } from './ownDecisions.ts';
import { createQueue } from './queue.ts';
import { listQuestions, openQuestions } from './readQuestions.ts';
import { answerRecountRequests, recountOld } from './recount.ts';
import { readStatistics } from './statistics.ts';

/** The review of submitted prescriptions by auditors: queue, leases, decisions. */
export async function reviewsPlugin(app: FastifyInstance, needs: PrescriptionNeeds): Promise<void> {
  const reviews = { ...createQueue(needs), ...createLeases(needs), ...createDecisions(needs) };
  const [save, ask, answer] = [saveDraft(needs), askQuestion(needs), answerQuestion(needs)];
  app.addOperations([
    route(pageAudit)(async (query, { user: by, now: at }) => done(await reviews.page({ by, at }, query))),
    route(pullAudit)(async (cursor, { user: by, now: at }) => done(await reviews.pull({ by, at }, cursor))),
    route(claimAudit)((which, { user: by, now: at }) => reviews.claim({ by, at }, which)),
    route(renewAudit)((held, { user: by, now: at }) => reviews.renew({ by, at }, held)),
    route(releaseAudit)((held, { user: by, now: at }) => reviews.release({ by, at }, held)),
    route(approveAudit)(
      async (approval, { user: by, now: at }) =>
        (await signingRefusal(needs.uow, by)) ??
        withLineErrors(await reviews.approve({ by, at }, approval), by.language),
    ),
    route(rejectAudit)((rejection, { user: by, now: at }) => reviews.reject({ by, at }, rejection)),
    route(undoDecision)((lease, { user: by, now: at }) => reviews.undo({ by, at }, lease)),
    route(saveReviewDraft)((draft, { user: by, now: at }) => save({ by, at }, draft)),
    route(askReviewQuestion)((question, { user: by, now: at }) => ask({ by, at }, question)),
    route(answerReviewQuestion)(
      async (given, { user: by, now: at }) =>
        (await signingRefusal(needs.uow, by, given.confirms)) ?? answer({ by, at }, given),
    ),
    route(listReviewQuestions)(({ id }, { user: by, now: at }) => listQuestions(needs, { by, at }, id)),
    route(openReviewQuestions)(async (_, { user: by, now: at }) => done(await openQuestions(needs, { by, at }))),
    route(auditContext)(({ id }, { user: by, now: at }) => readReviewContext(needs, { by, at }, id)),
    route(alertsByRule)(async ({ days }, { user: by, now: at }) => done(await readAlerts(needs.uow, { by, at }, days))),
    route(myAuditRecord)(async (query, { user: by, now: at }) =>
      done(await ownDecisions(needs.uow, { by, at }, query)),
    ),
    route(reviewStatistics)(async (query, { user: by, now: at }) =>
      done(await readStatistics(needs.uow, { by, at }, query)),
    ),
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
