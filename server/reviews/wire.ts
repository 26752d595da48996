import type * as z from 'zod/mini';
import { hasUrgentPlace } from '../../clinical/lifecycle/review.ts';
import type { AuditItem } from '../../contract/extension/audit.ts';
import type { CallContext } from '../accounts/caller.ts';
import { isChild } from '../prescriptions/compose.ts';
import { newSince } from '../prescriptions/newFindings.ts';
import type { loadPeopleOf } from '../prescriptions/signers.ts';
import { findingsOf, type PrescriptionRow, patientOf } from '../prescriptions/storedPrescription.ts';
import { briefOf, currentHolder, pendingDecisionOf } from '../prescriptions/wire.ts';
import type { readPresent } from './presentFindings.ts';

/** What rows of the queue are shown with: people, what is found now, and up to which age a patient counts as a child. */
export type AroundQueue = Awaited<ReturnType<typeof loadPeopleOf>> & {
  present: Awaited<ReturnType<typeof readPresent>>;
  settings: Parameters<typeof isChild>[2];
};

/** How rows of the review queue are shown to a reviewer. */
export const queueItemsWith =
  ({ person, signer, present, settings }: AroundQueue, { at, language }: Pick<CallContext, 'at' | 'language'>) =>
  (row: PrescriptionRow): z.input<typeof AuditItem> => {
    const { findings, allergies } = present(row) ?? { findings: findingsOf(row), allergies: null };
    const count = (level: string) => findings.filter((hit) => hit.level === level).length;
    return {
      ...briefOf(row, { language, now: at, signer }),
      blockCount: count('block'),
      warnCount: count('warn'),
      newCount: [...newSince(row, findings)].filter(({ level }) => level !== 'info').length,
      allergies: allergies && { ...allergies, claims: [...allergies.claims] },
      updateTime: row.updateTime,
      urgent: hasUrgentPlace(row.priority),
      child: isChild(patientOf(row).birthday, row.submitTime ?? at, settings),
      holder: currentHolder(row, at, person),
      decided: pendingDecisionOf(row, person),
    };
  };
