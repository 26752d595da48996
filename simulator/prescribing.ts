import { setTimeout as wait } from 'node:timers/promises';
import { type Drug, searchDrugs } from '../contract/http/drugs.ts';
import { cancelPrescription, createPrescription, getPrescription } from '../contract/http/prescription.ts';
import { type PrescriptionId, RequestId } from '../contract/ids.ts';
import type { ReplyOf } from '../contract/operation.ts';
import type { Hospital } from './accounts.ts';
import { checkWhole, lineOf, type OpenConsultation, openConsultations, reasonsFor } from './consultations.ts';

export type Written = ReplyOf<typeof createPrescription>;

/** Status of a prescription; the numbers are the platform's. */
const Standing = { pending: 10, approved: 20 } as const;

/** Medicines for skin, eyes and nose, of which a patient can have many at once. */
export async function smallMedicines({ call, content }: OpenConsultation): Promise<Drug[]> {
  const found = new Map<string, Drug>();
  for (const keyword of ['软膏', '乳膏', '滴眼液', '凝胶', '喷雾'])
    for (const medicine of await call(searchDrugs, { warehouseId: content.warehouseId, keyword }))
      if ((medicine.stock ?? 0) > 40) found.set(medicine.name, medicine);
  return [...found.values()];
}

/** A doctor's consultation, whose medicines are prescribed in turn; what is still in use is cancelled first. */
export function createPrescriber({ call, content }: OpenConsultation, medicines: readonly Drug[], first: number) {
  const latest = new Map<Drug, PrescriptionId>();
  let at = first;

  async function isFree(medicine: Drug): Promise<boolean> {
    const before = latest.get(medicine);
    if (before === undefined) return true;
    const { status, version } = await call(getPrescription, { id: before });
    if (status === Standing.pending) return false;
    if (status === Standing.approved)
      await call(cancelPrescription, { id: before, version, reason: 'The next course' });
    return true;
  }

  async function prescribe(medicine: Drug, more: Partial<OpenConsultation['content']>): Promise<Written | null> {
    const { content: written, hits } = await checkWhole(call, { ...content, ...more, lines: [lineOf(medicine)] });
    if (hits.some(({ level }) => level === 'block')) return null;
    const clientRequestId = RequestId.parse(crypto.randomUUID());
    return call(createPrescription, { ...written, overrides: reasonsFor(hits), clientRequestId });
  }

  /** Submits a prescription of the next medicine that the patient does not have; null if the patient has all. */
  return async (more: Partial<OpenConsultation['content']> = {}): Promise<Written | null> => {
    for (let tried = 0; tried < medicines.length; tried += 1) {
      const medicine = medicines[at % medicines.length];
      at += 1;
      const written = medicine && (await isFree(medicine)) ? await prescribe(medicine, more) : null;
      if (!medicine || !written) continue;
      latest.set(medicine, written.id);
      return written;
    }
    return null;
  };
}

/** Settings of the doctors who prescribe. */
export type Prescribing = Hospital & {
  readonly patients: number;
  readonly prescriptions: number;
  /** They submit one after the other, evenly over this time. */
  readonly withinMs: number;
  readonly signal: AbortSignal;
  readonly log: (what: string) => void;
};

/** A doctor who finds every medicine in use asks again after this time. */
const retryMs = 500;
/** The desks begin with different medicines. */
const apart = 5;

/** Patients come in, and their doctors submit this many prescriptions for review. */
export async function runPrescribing(given: Prescribing): Promise<void> {
  const { patients, prescriptions, withinMs, signal, log } = given;
  const consultations = await openConsultations(given, patients);
  const [first] = consultations;
  if (!first) throw new Error('no patient came in');
  const medicines = await smallMedicines(first);
  const began = Date.now();
  /** Each desk writes its own, one after the other. */
  async function work(consultation: OpenConsultation, at: number) {
    const submit = createPrescriber(consultation, medicines, apart * at);
    for (let n = at; n < prescriptions && !signal.aborted; ) {
      const early = began + (n * withinMs) / prescriptions - Date.now();
      if (early > 0) await wait(early, undefined, { signal });
      const written = await submit();
      if (!written) {
        await wait(retryMs, undefined, { signal });
        continue;
      }
      log(`prescription ${written.prescriptionNo}`);
      n += consultations.length;
    }
  }
  await Promise.all(consultations.map(work));
  log(`${prescriptions} prescriptions in ${Date.now() - began} ms`);
}
