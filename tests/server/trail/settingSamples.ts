import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { PlanDay } from '../../../contract/extension/schedule.ts';
import { consultConfig, qualification } from '../../../server/db/schema/staff.ts';
import type { Person, TrailWorld } from '../../support/trailWorld.ts';
import type { Sample } from './sample.ts';

const week = { from: '2026-06-01', to: '2026-06-07' };
const slot = { period: 'morning', consultType: 1, quota: 5 } satisfies PlanDay['slots'][number];
const recordSet = { kind: 'record', sections: { treatmentAdvice: 'Rest.' }, diagnosisList: [] };

/** Writes that leave no row in the trail, because they are about the person who makes them, each with what it needs. */
export const settingSamples = (world: TrailWorld) => {
  const { person, data } = world;
  async function by<T extends object>(input: T | ((as: Person) => Promise<T>)): Promise<Sample> {
    const as = await person.doctor();
    return { as, input: typeof input === 'function' ? await input(as) : input };
  }
  const reply = (as: Person) => data<string>('createQuickReply', as, { content: 'Drink enough.' });
  const template = (as: Person) =>
    data<{ id: string }>('saveTemplate', as, { name: randomUUID(), scope: 'personal', content: recordSet });
  const disease = async () => String(world.prescribed.diagnosisList[0]?.id);
  const certificates = {
    practiceCertNo: randomUUID(),
    practiceCertUrls: [],
    qualificationCertNo: 'Q2',
    qualificationCertUrls: [],
    titleCertUrls: [],
    titleCode: 2,
    deptId: 1,
  };
  async function changedCertificates({ id }: Person) {
    const row = await world.store.first(qualification, eq(qualification.doctorId, id));
    return { ...certificates, practiceCertNo: randomUUID(), id: row?.id };
  }

  return {
    updateInfo: () => by({ goodAt: randomUUID() }),
    requestIdentity: () => by({ name: '另一名', nameEn: '', titleCode: null, deptId: null }),
    createQualification: () =>
      by(async ({ id }) => {
        await world.platform.db.delete(qualification).where(eq(qualification.doctorId, id));
        return certificates;
      }),
    updateQualification: () => by(changedCertificates),
    updateConsultConfig: () =>
      by(async ({ id: doctorId }) => {
        const [text, video] = [1, 3].map((consultType) => world.store.add(consultConfig, { doctorId, consultType }));
        const list = [await text, await video].map((row) => ({ id: row?.id, price: 5_000 }));
        return { list };
      }),
    createQuickReply: () => by({ content: randomUUID() }),
    updateQuickReply: () => by(async (as) => ({ id: await reply(as), content: randomUUID() })),
    arrangeQuickReplies: () => by(async (as) => ({ list: [{ id: await reply(as), group: 'Advice' }] })),
    importQuickReplies: () => by({ list: [{ content: randomUUID() }, { content: randomUUID() }] }),
    deleteQuickReply: () => by(async (as) => ({ id: await reply(as) })),
    putAwayMessage: () => by({ message: randomUUID() }),
    saveTemplate: () => by({ name: randomUUID(), scope: 'personal', content: recordSet }),
    deleteTemplate: () => by(async (as) => ({ id: (await template(as)).id })),
    noteTemplateUse: () => by(async (as) => ({ id: (await template(as)).id })),
    setFavouriteDrug: () => by({ drugId: world.prescribed.lines[0]?.drugId, favourite: true }),
    putUiSetting: () => by({ setting: { colour: randomUUID() } }),
    setDuty: () => by({ state: 'away', message: randomUUID() }),
    putSchedule: () => by({ list: [{ weekday: 1, ...slot }] }),
    planDays: () => by({ days: [{ date: week.from, slots: [slot] }] }),
    copyWeek: () =>
      by(async (as) => {
        await data('putSchedule', as, { list: [{ weekday: 1, ...slot }] });
        return { from: week.from, to: '2026-06-08', weeks: 2 };
      }),
    addLeave: () => by({ ...week, kind: 'annual' }),
    endLeave: () =>
      by(async (as) => ({ id: (await data<{ id: string }>('addLeave', as, { ...week, kind: 'sick' })).id })),
    createDoctorDisease: () => by(async () => ({ diseaseWesternId: await disease() })),
    deleteDoctorDisease: () =>
      by(async (as) => ({
        doctorDiseaseWesternId: await data('createDoctorDisease', as, { diseaseWesternId: await disease() }),
      })),
  } satisfies Record<string, () => Promise<Sample>>;
};
