import { patientDoctors } from '../contract/extension/patient.ts';
import { patientDoctorHours } from '../contract/extension/schedule.ts';
import { hospitalZone } from '../contract/limits.ts';
import type { Calls } from './calls.ts';

const beginning = new Intl.DateTimeFormat('en-GB', {
  timeZone: hospitalZone,
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** Describes the doctors of one consultation type: duty state, and the next planned hours of those who are away. */
export async function readDoctors(call: Calls['call'], consultType: number): Promise<string> {
  const [doctors, hours] = await Promise.all([call(patientDoctors, { consultType }), call(patientDoctorHours, {})]);
  const next = new Map(hours.map(({ doctorId, nextTime }) => [doctorId, nextTime]));
  return doctors
    .map(({ doctorId, name, duty: { state, message } }) => {
      const from = next.get(doctorId) ?? null;
      const until = state === 'away' && from !== null ? ` until ${beginning.format(from)}` : '';
      return `${name} ${state}${until}${message ? ` (“${message}”)` : ''}`;
    })
    .join(', ');
}
