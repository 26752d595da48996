import { alertSettings } from './alertSettings.ts';
import { audit } from './audit.ts';
import { home } from './home.ts';
import { orders } from './orders.ts';
import { prescriptions } from './prescriptions.ts';
import { profile } from './profile.ts';
import { schedule } from './schedule.ts';
import { settings } from './settings.ts';

/** Screens away from the chats: the start page, orders and prescriptions, reviewing, one's own data, hours and services. */
export const office = { alertSettings, audit, home, orders, prescriptions, profile, schedule, settings } as const;
