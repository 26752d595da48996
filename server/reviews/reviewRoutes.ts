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
} from '../../contract/extension/audit.ts';
import { done } from '../db/outcome.ts';
import { route } from '../http/route.ts';
import type { Reviews } from './reviews.ts';

/** The review of prescriptions by auditors. */
export const auditRoutes = ({ reviews }: { reviews: Reviews }) => [
  route(pageAudit)(async (query, { user: by, now: at }) => done(await reviews.page({ by, at }, query))),
  route(pullAudit)(async (cursor, { user: by, now: at }) => done(await reviews.pull({ by, at }, cursor))),
  route(claimAudit)((which, { user: by, now: at }) => reviews.claim({ by, at }, which)),
  route(renewAudit)((held, { user: by, now: at }) => reviews.renew({ by, at }, held)),
  route(releaseAudit)((held, { user: by, now: at }) => reviews.release({ by, at }, held)),
  route(approveAudit)((approval, { user: by, now: at }) => reviews.approve({ by, at }, approval)),
  route(rejectAudit)((rejection, { user: by, now: at }) => reviews.reject({ by, at }, rejection)),
  route(auditContext)(({ id }, { user: by, now: at }) => reviews.context({ by, at }, id)),
  route(myAuditRecord)(async (query, { user: by, now: at }) => done(await reviews.decisions({ by, at }, query))),
];
