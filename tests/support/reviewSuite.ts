import { approveAudit, claimAudit, pageAudit, rejectAudit } from '../../contract/extension/audit.ts';
import { cancelPrescription, editPrescription, getPrescription } from '../../contract/http/prescription.ts';
import type { Hospital, Member } from './hospital.ts';
import { type HospitalSuite, hospitalSuite } from './hospitalSuite.ts';
import { allTicked, submitted } from './prescribing.ts';

export const minutes = 60_000;

export type Rx = { id: string; version: number };
type Lease = { leaseId: string; leaseUntil: number; version: number };

/** The people of a review: a prescriber and two reviewers. */
export type ReviewSuite = HospitalSuite & { auditor: Member; colleague: Member };

/** A hospital whose prescriptions are reviewed. */
export function reviewSuite(have: (suite: ReviewSuite) => void) {
  let database: HospitalSuite['database'];
  let hospital: Hospital;
  let doctor: Member;
  let reviewer: Member;
  const clock = hospitalSuite(async (suite) => {
    ({ database, hospital, doctor } = suite);
    reviewer = await hospital.hire(true);
    have({ ...suite, auditor: reviewer, colleague: await hospital.hire(true) });
  });

  const submit = (more = {}, of?: Parameters<Hospital['consultation']>[1]) => submitted(hospital, doctor, more, of);
  const claim = ({ id, version }: Rx, as = reviewer) => hospital.call(claimAudit, as, { id, version });
  const leased = async (rx: Rx, as = reviewer) => (await claim(rx, as)).data as Lease;
  const approve = (rx: Rx, leaseId: string, as = reviewer, checklist: object[] = allTicked, remark?: string) =>
    hospital.call(approveAudit, as, {
      id: rx.id,
      version: rx.version,
      leaseId,
      checklist,
      ...(remark ? { remark } : {}),
    });
  const reject = (rx: Rx, leaseId: string, as = reviewer, more: object = {}) =>
    hospital.call(rejectAudit, as, {
      id: rx.id,
      version: rx.version,
      leaseId,
      reasonCodes: ['dosage'],
      remark: 'Too much',
      ...more,
    });
  const cancel = ({ id, version }: Rx) =>
    hospital.call(cancelPrescription, doctor, { id, version, reason: 'A mistake' });
  const edit = ({ id, version }: Rx, content: object, more: object = {}) =>
    hospital.call(editPrescription, doctor, {
      id,
      version,
      ...content,
      submit: true,
      clientRequestId: crypto.randomUUID(),
      ...more,
    });
  const info = ({ id }: Rx, as = doctor) => hospital.call(getPrescription, as, { id });
  const page = async (query: object = {}) =>
    (await hospital.call(pageAudit, reviewer, { pageSize: 200, ...query })).data as {
      list: (Rx & { holder: object | null })[];
    };
  const announced = () => database.published.map(({ type }) => type);

  return { clock, submit, claim, leased, approve, reject, cancel, edit, info, page, announced };
}
