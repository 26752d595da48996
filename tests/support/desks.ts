import { type Desk, openDesks as openIn, signInStaff } from '../../simulator/desks.ts';
import { demoHospital } from './patient.ts';

export type { Desk } from '../../simulator/desks.ts';

/** The calls of somebody of the demonstration hospital. */
export const signedIn = (url: string, username: string) => signInStaff(demoHospital(url), username);

/** Consultations of three doctors, each ready for a prescription of the same medicine. */
export const openDesks = (url: string, count: number): Promise<Desk[]> => openIn(demoHospital(url), count);
