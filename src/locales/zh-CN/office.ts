import { audit } from './audit.ts';
import { profile } from './profile.ts';
import { schedule } from './schedule.ts';
import { settings } from './settings.ts';

/** Screens away from the patients: reviewing prescriptions, one's own data, hours and services, in Chinese. */
export const office = { audit, profile, schedule, settings } as const;
