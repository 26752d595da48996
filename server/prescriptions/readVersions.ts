import * as z from 'zod/mini';
import { Code } from '../../contract/envelope.ts';
import type { prescriptionVersions, RxVersion } from '../../contract/extension/versions.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/peopleQueries.ts';
import { done, refused } from '../db/outcome.ts';
import { appendTrail, readOutcome } from '../trail/trail.ts';
import { mayReadPrescription } from './policy.ts';
import { purposeOf } from './prescribing.ts';
import { findPrescription, logsOf, versionsOf } from './queries.ts';
import { operatorOf } from './signers.ts';
import { rejectionOf } from './storedPrescription.ts';
import { diagnosesFor, linesFor } from './wire.ts';

const StoredContent = z.object({
  diagnosisList: z.array(z.record(z.string(), z.unknown())),
  lines: z.array(z.record(z.string(), z.unknown())),
  advice: z.nullish(z.string()),
  overDaysReason: z.nullish(z.string()),
});

/** Every submitted version with its rejection, for the doctor who issued it and for reviewers. */
export async function readVersions(
  { id }: RequestOf<typeof prescriptionVersions>,
  { by, at, store, language }: CallContext,
) {
  const row = await findPrescription(store, id);
  if (!row) return refused(Code.notFound);
  const isAllowed = mayReadPrescription(by, row);
  await appendTrail(store, by, at, {
    action: 'read',
    entity: 'prescription',
    entityId: id,
    patientId: row.patientId,
    purpose: purposeOf(row.orderId),
    ...readOutcome(isAllowed),
  });
  if (!isAllowed) return refused(Code.notFound);
  const versions = await versionsOf(store, id);
  const rejections = (await logsOf(store, id)).filter(({ action }) => action === 'rejected');
  const people = rejections.map(({ operatorId }) => operatorId);
  const person = await loadPeople(store, people, language);
  return done(
    versions.map(({ version, createTime, content }, index): z.input<typeof RxVersion> => {
      const next = versions[index + 1]?.version ?? Number.POSITIVE_INFINITY;
      // The rejection raises the version by one, and the next submission by another one.
      const rejection = rejections.find((log) => log.version > version && log.version < next);
      const { lines, diagnosisList, advice, overDaysReason } = StoredContent.parse(content);
      const grounds = rejection && rejectionOf(rejection);
      return {
        version,
        submitTime: createTime,
        lines: linesFor({ lines }, language),
        diagnosisList: diagnosesFor({ diagnosisList }, language),
        advice: advice ?? null,
        overDaysReason: overDaysReason ?? null,
        rejection:
          rejection && grounds
            ? {
                time: rejection.time,
                auditor: operatorOf(rejection, person, language),
                reasonCodes: grounds.auditReasonCodes,
                remark: rejection.remark,
                markedLines: grounds.markedLines,
              }
            : null,
      };
    }),
  );
}
