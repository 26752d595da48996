import type { Page } from 'playwright-core';
import { claimAudit, rejectAudit, releaseAudit } from '../../contract/extension/audit.ts';
import { cancelPrescription, createPrescription, editPrescription } from '../../contract/http/prescription.ts';
import { RequestId } from '../../contract/ids.ts';
import type { Calls } from '../../simulator/calls.ts';
import type { OpenConsultation } from '../../simulator/consultations.ts';
import { createPrescriber, smallMedicines } from '../../simulator/prescribing.ts';
import { shownAfter, type Wanted } from './watch.ts';

type Call = Calls['call'];
/** Milliseconds of each event. */
export type Times = number[];

/** Events come at any moment between two frames and between two runs of the platform's jobs. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 300));

/** Milliseconds from an answer to the frame that shows what it changed. */
async function timed<T>(page: Page, times: Times, wanted: Wanted, act: () => Promise<T>): Promise<T> {
  await pause();
  const { answer, answeredAt, shownAt } = await shownAfter(page, wanted, act);
  times.push(shownAt - answeredAt);
  return answer;
}

const rows = '.queue-table tbody tr[data-index]';

export type Prescriber = {
  readonly consultation: OpenConsultation;
  readonly submit: ReturnType<typeof createPrescriber>;
};

/** The doctors at these desks. */
export async function prescribersAt(consultations: readonly OpenConsultation[]): Promise<Prescriber[]> {
  const [first] = consultations;
  if (!first) throw new Error('no patient came in');
  const medicines = await smallMedicines(first);
  return consultations.map((consultation, at) => ({
    consultation,
    submit: createPrescriber(consultation, medicines, 5 * at),
  }));
}

/** Somebody else at the desk. */
export type Colleague = { readonly call: Call; readonly name: string };

/**
 * A doctor submits an urgent prescription, a colleague claims and releases it, the doctor withdraws it: times until the
 * reviewer's queue shows each.
 */
export async function queueEvents(page: Page, doctors: readonly Prescriber[], colleague: Colleague, rounds: number) {
  const times = { submitted: [] as Times, claimed: [] as Times, released: [] as Times, withdrawn: [] as Times };
  const { call, name } = colleague;
  for (let round = 0; round < rounds; round += 1)
    for (const { consultation, submit } of doctors) {
      const urgent = { within: rows, has: [consultation.order.patient.name, 'Emergency'] };
      const rx = await timed(page, times.submitted, urgent, () => submit({ rxType: 1 }));
      if (!rx) throw new Error(`${consultation.order.patient.name} has every medicine`);
      const { id, version, prescriptionNo } = rx;
      const row = { within: rows, has: [prescriptionNo] };
      const taken = { within: rows, has: [prescriptionNo, name] };
      const { leaseId } = await timed(page, times.claimed, taken, () => call(claimAudit, { id, version }));
      const free = { ...row, hasNot: [name] };
      await timed(page, times.released, free, () => call(releaseAudit, { id, leaseId }));
      const reason = 'The next course';
      await timed(page, times.withdrawn, { ...row, gone: true }, () =>
        consultation.call(cancelPrescription, { id, version, reason }),
      );
    }
  return times;
}

const panel = '.rx-panel';
const undoMs = 1_500;
const comment = 'Half of it is enough';

/**
 * A reviewer rejects a prescription and its doctor submits it again: times from the reviewer's decision to the countdown in
 * the doctor's pane, and from its effect to the decision with its reason.
 */
export async function decisions(page: Page, { call, content }: OpenConsultation, reviewer: Call, rounds: number) {
  const newRequest = () => RequestId.parse(crypto.randomUUID());
  const times = { announced: [] as Times, effective: [] as Times };
  const pending = { within: panel, has: ['Waiting for review'], hasNot: ['takes effect'] };
  const submit = () => call(createPrescription, { ...content, clientRequestId: newRequest() });
  const { answer: rx } = await shownAfter(page, pending, submit);
  let version: number = rx.version;
  for (let round = 0; round < rounds; round += 1) {
    const { leaseId } = await reviewer(claimAudit, { id: rx.id, version });
    const decision = { id: rx.id, version, leaseId, reasonCodes: ['dosage' as const], remark: comment, undoMs };
    const coming = { within: panel, has: ['Rejected by', 'takes effect', comment] };
    const taken = await timed(page, times.announced, coming, () => reviewer(rejectAudit, decision));
    const rejected = { within: panel, has: ['Rejected by the reviewer', comment] };
    const { shownAt } = await shownAfter(page, rejected, async () => {});
    times.effective.push(shownAt - (taken.effectiveAt ?? Number.NaN));
    const again = {
      ...content,
      id: rx.id,
      version: taken.version + 1,
      doubleSign: true,
      clientRequestId: newRequest(),
    };
    const resubmitted = await shownAfter(page, pending, () => call(editPrescription, again));
    version = resubmitted.answer.version;
  }
  await call(cancelPrescription, { id: rx.id, version, reason: 'The next course' });
  return times;
}
