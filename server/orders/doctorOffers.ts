import type { patientDoctors } from '../../contract/extension/patient.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext, PatientCaller } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done, type Outcome } from '../db/outcome.ts';
import type { staff } from '../db/schema/staff.ts';
import { onLeaveUntil } from './leaveQueries.ts';
import { type ConfigRow, consultationsAtOnce, offersOfKind, placesLeft, placesToday } from './placeQueries.ts';

type Offer = ReplyInputOf<typeof patientDoctors>[number];
type StaffRow = typeof staff.$inferSelect;

const isFull = ({ placesToday, placesNow }: Offer) => placesToday === 0 || placesNow === 0;

/** What the doctors of a hospital offer, for patients who choose one. */
export async function listOffers(
  { consultType }: RequestOf<typeof patientDoctors>,
  { at, store, language }: CallContext<PatientCaller>,
): Promise<Outcome<Offer[]>> {
  const rows = await offersOfKind(store, consultType);
  const placesOf = async (config: ConfigRow) => {
    if ((await onLeaveUntil(store, config.doctorId, at)) !== null) return { placesToday: 0, placesNow: 0 };
    const now = await placesLeft(config.maxConcurrent, () => consultationsAtOnce(store, config));
    return { placesToday: await placesToday(store, config, at), placesNow: now };
  };
  const offerOf = async (config: ConfigRow, doctor: StaffRow): Promise<Offer> => ({
    doctorId: doctor.id,
    name: inLanguage(language, doctor.name, doctor.nameEn),
    deptName: inLanguage(language, doctor.deptName, doctor.deptNameEn),
    titleCode: doctor.titleCode,
    goodAt: doctor.goodAt,
    duty: { state: doctor.dutyState, message: doctor.dutyMessage },
    price: config.price,
    durationMin: config.durationMin,
    msgLimit: config.msgLimit,
    ...(await placesOf(config)),
  });
  const offers = await Promise.all(rows.map(({ config, doctor }) => offerOf(config, doctor)));
  return done([...offers.filter((one) => !isFull(one)), ...offers.filter(isFull)]);
}
