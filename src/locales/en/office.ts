import { audit } from './audit.ts';
import { prescriptions } from './prescriptions.ts';
import { profile } from './profile.ts';
import { schedule } from './schedule.ts';
import { settings } from './settings.ts';

/** Screens away from the patients: reviewing and looking up prescriptions, one's own data, hours and services. */
export const office = { audit, prescriptions, profile, schedule, settings } as const;
