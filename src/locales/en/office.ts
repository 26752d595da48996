import { alertSettings } from './alertSettings.ts';
import { orders, prescriptions } from './orders.ts';
import { profile } from './profile.ts';
import { schedule } from './schedule.ts';
import { settings } from './settings.ts';

/** Texts of the home screens. */
export const home = {
  greeting: {
    night: 'Good evening, {{name}}',
    morning: 'Good morning, {{name}}',
    afternoon: 'Good afternoon, {{name}}',
    evening: 'Good evening, {{name}}',
  },
  duty: {
    on: 'On duty',
    onText: 'Patients see you as available.',
    offText: 'Patients see you as away.',
    failed: 'Duty state could not be loaded. Try again',
  },
  numbers: {
    title: 'Today in numbers',
    waiting: 'Patients waiting',
    active: 'In consultation',
    today: 'Orders today',
    pending: 'Prescriptions in review',
    rejected: 'Prescriptions rejected',
    expired: 'Prescriptions expired',
  },
  waiting: {
    title: 'Waiting now',
    all: 'All waiting patients',
    more_one: '{{count}} more waits',
    more_other: '{{count}} more wait',
  },
  running: 'Your consultations',
  openPatient: 'Open {{patient}} in the cloud room',
  questions: 'Questions of auditors',
  questionsFailed: 'Questions of auditors could not be loaded.',
  prescriptions: {
    rejected: 'Rejected prescriptions',
    pending: 'Prescriptions in review',
    all: 'Show all',
    none: { rejected: 'Nothing was rejected', pending: 'Nothing is in review' },
  },
} as const;

/** Screens away from the chats: the start page, orders and prescriptions, reviewing, one's own data, hours and services. */
export const office = { alertSettings, home, orders, prescriptions, profile, schedule, settings } as const;
