import { freePatients as freeIn } from '../../simulator/freePatients.ts';
import type { Phone } from '../../simulator/phone.ts';
import type { Language } from './browser.ts';
import { demoPassword } from './signIn.ts';

/** The demonstration hospital at this address. */
export const demoHospital = (url: string) => ({ url, tenantId: '1', password: demoPassword });

/** Simulated patients on real sockets, controlled by the test: adults without an open consultation. */
export const freePatients = (url: string, count: number, language: Language = 'en'): Promise<Phone[]> =>
  freeIn(demoHospital(url), count, language);
