import { ageInMonths } from '../../clinical/patient/age.ts';
import { hospitalDay } from '../../server/db/hospitalDay.ts';
import { freePatients as freeIn } from '../../simulator/freePatients.ts';
import type { Phone } from '../../simulator/phone.ts';
import type { Language } from './browser.ts';
import { demoPassword } from './signIn.ts';

/** The demonstration hospital at this address. */
export const demoHospital = (url: string) => ({ url, hospitalId: '1', password: demoPassword });

/** Simulated patients on real sockets, controlled by the test: adults without an open consultation. */
export const freePatients = (url: string, count: number, language: Language = 'en'): Promise<Phone[]> =>
  freeIn(demoHospital(url), count, language);

/** Such a patient of this age in completed years. */
export async function freePatientAged(url: string, isWanted: (years: number) => boolean): Promise<Phone> {
  const today = hospitalDay(Date.now());
  const isAged = (birthday: string | null) =>
    birthday !== null && isWanted(Math.floor((ageInMonths(birthday, today) ?? 0) / 12));
  const [phone] = await freeIn(demoHospital(url), 1, 'en', isAged);
  if (!phone) throw new Error('no patient of this age is free');
  return phone;
}
