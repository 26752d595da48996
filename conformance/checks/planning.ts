import { dayAfter, mondayOf } from '../../contract/days.ts';
import { Code, isSuccess } from '../../contract/envelope.ts';
import {
  addLeave,
  copyWeek,
  endLeave,
  getPlan,
  getSchedule,
  listTeam,
  planDays,
  putSchedule,
} from '../../contract/extension/schedule.ts';
import type { Group } from '../check.ts';
import { equal, must, NotChecked, needed } from '../finding.ts';
import type { Person } from '../person.ts';

/** A Monday about half a year ahead, where no patient is planned. */
const distantMonday = () => mondayOf(new Date(Date.now() + 180 * 86_400_000).toISOString().slice(0, 10));

/** A distant week that follows the weekly plan, whose days can be planned and returned. */
async function distantWeek(doctor: Person) {
  const from = distantMonday();
  const to = dayAfter(from, 6);
  const { days, leaves } = await doctor.call(getPlan, { from, to });
  const isFree = days.every(({ source }) => source === 'week') && leaves.every((leave) => leave.from > to);
  needed(isFree || null, `the doctor has planned the week of ${from}`);
  const giveBack = () => doctor.call(planDays, { days: days.map(({ date }) => ({ date, slots: null })) });
  const sourcesNow = async () => (await doctor.call(getPlan, { from, to })).days.map(({ source }) => source);
  return { from, to, giveBack, sourcesNow };
}

/** A doctor's plan: what is planned for a distant week is taken back. */
export const planning: Group = {
  name: 'Schedule',
  checks: [
    {
      rule: 'the weekly plan saved with its present slots stays as it was; a wrong day and an old version are refused',
      async run(world) {
        const doctor = await world.person('doctor');
        const list = await doctor.call(getSchedule, {});
        await doctor.call(putSchedule, { list });
        equal(await doctor.call(getSchedule, {}), list, 'the plan has changed');
        const slot = { weekday: 8, period: 'morning', consultType: 1, quota: 1 };
        await doctor.refused(putSchedule, { list: [slot] }, Code.badRequest);
        await doctor.refused(putSchedule, { list, version: 0 }, Code.scheduleChanged);
      },
    },
    {
      rule: 'a day is planned and returned to the weekly plan',
      async run(world) {
        const doctor = await world.person('doctor');
        const { from, giveBack, sourcesNow } = await distantWeek(doctor);
        await doctor.call(planDays, { days: [{ date: from, slots: [], note: 'Conformance check' }] });
        const planned = await sourcesNow();
        await giveBack();
        equal(planned[0], 'day', `the day is planned by “${planned[0]}”`);
        equal((await sourcesNow())[0], 'week', 'the day does not follow the week again');
      },
    },
    {
      rule: 'a week is copied, but not onto itself',
      async run(world) {
        const doctor = await world.person('doctor');
        const { from, giveBack, sourcesNow } = await distantWeek(doctor);
        const source = dayAfter(from, -7);
        await doctor.call(copyWeek, { from: source, to: from, weeks: 1 });
        const planned = await sourcesNow();
        await giveBack();
        equal(new Set(planned), new Set(['day']), `its days are planned by “${planned.join(', ')}”`);
        await doctor.refused(copyWeek, { from, to: from, weeks: 1 }, Code.scheduleConflict);
      },
    },
    {
      rule: 'leave is added once, and its days are work again after it was ended',
      async run(world) {
        const doctor = await world.person('doctor');
        const { from, to, sourcesNow } = await distantWeek(doctor);
        const leave = { from, to, kind: 'other' as const, note: 'Conformance check' };
        const { id } = await doctor.call(addLeave, leave);
        const planned = await sourcesNow();
        const again = await doctor.ask(addLeave, leave);
        await doctor.call(endLeave, { id });
        equal(new Set(planned), new Set(['leave']), `its days are planned by “${planned.join(', ')}”`);
        world.http.refusedWith(addLeave, again, Code.scheduleConflict);
        await doctor.refused(endLeave, { id }, Code.notFound);
      },
    },
    {
      rule: 'the head of a department sees its doctors',
      async run(world) {
        for (const role of ['doctor', 'secondDoctor'] as const) {
          if (!world.given[role]) continue;
          const reply = await (await world.person(role)).ask(listTeam, {});
          if (reply.code === null || isSuccess(reply.code)) {
            const { members } = world.http.accepted(listTeam, reply);
            must(members.length > 0, 'the department has no doctors', members.length, 'at least 1');
            return;
          }
          world.http.refusedWith(listTeam, reply, Code.forbidden);
        }
        throw new NotChecked('needs an account that heads a department');
      },
    },
  ],
};
