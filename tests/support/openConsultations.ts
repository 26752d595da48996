import { type OpenConsultation, openConsultations as openIn, signInStaff } from '../../simulator/consultations.ts';
import { demoHospital } from './patient.ts';

export type { OpenConsultation } from '../../simulator/consultations.ts';

/** The calls of somebody of the demonstration hospital. */
export const signedIn = (url: string, username: string) => signInStaff(demoHospital(url), username);

/** Consultations of three doctors, each ready for a prescription of the same medicine. */
export const openConsultations = (url: string, count: number): Promise<OpenConsultation[]> =>
  openIn(demoHospital(url), count);
