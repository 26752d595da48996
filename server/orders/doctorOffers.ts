import { and, asc, eq } from 'drizzle-orm';
import type { patientDoctors } from '../../contract/extension/patient.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { PatientCaller } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { doctorsOnly } from '../db/roles.ts';
import { consultConfig, staff } from '../db/schema/staff.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { onLeaveUntil } from './leave.ts';
import { type ConfigRow, consultationsAtOnce, placesLeft, placesToday } from './placesLeft.ts';

type Offer = ReplyInputOf<typeof patientDoctors>[number];
type StaffRow = typeof staff.$inferSelect;

const isFull = ({ placesToday, placesNow }: Offer) => placesToday === 0 || placesNow === 0;

/** What the doctors of a hospital offer, for patients who choose one. */
export const createDoctorOffers = ({ uow }: { uow: UnitOfWork }) => ({
  async list(by: PatientCaller, { consultType }: RequestOf<typeof patientDoctors>, at: number): Promise<Offer[]> {
    const store = uow.read(by.tenantId);
    const isTheirs = and(eq(staff.id, consultConfig.doctorId), store.own(staff));
    const rows = await store.db
      .select({ config: consultConfig, doctor: staff })
      .from(consultConfig)
      .innerJoin(staff, isTheirs)
      .where(
        store.own(
          consultConfig,
          eq(consultConfig.consultType, consultType),
          eq(consultConfig.enabled, true),
          eq(staff.disabled, false),
          doctorsOnly,
        ),
      )
      .orderBy(asc(staff.id));
    const placesOf = async (config: ConfigRow) => {
      if ((await onLeaveUntil(store, config.doctorId, at)) !== null) return { placesToday: 0, placesNow: 0 };
      const now = await placesLeft(config.maxConcurrent, () => consultationsAtOnce(store, config));
      return { placesToday: await placesToday(store, config, at), placesNow: now };
    };
    const offerOf = async (config: ConfigRow, doctor: StaffRow): Promise<Offer> => ({
      doctorId: doctor.id,
      name: inLanguage(by.language, doctor.name, doctor.nameEn),
      deptName: inLanguage(by.language, doctor.deptName, doctor.deptNameEn),
      titleCode: doctor.titleCode,
      goodAt: doctor.goodAt,
      duty: { state: doctor.dutyState, message: doctor.dutyMessage },
      price: config.price,
      durationMin: config.durationMin,
      msgLimit: config.msgLimit,
      ...(await placesOf(config)),
    });
    const offers = await Promise.all(rows.map(({ config, doctor }) => offerOf(config, doctor)));
    return [...offers.filter((one) => !isFull(one)), ...offers.filter(isFull)];
  },
});
