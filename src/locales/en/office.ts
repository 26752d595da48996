import { alertSettings } from './alertSettings.ts';
import { numbers } from './numbers.ts';
import { officeCalls } from './officeCalls.ts';
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
    name: 'Duty state',
    is: 'Duty state: {{state}}',
    states: { online: 'On duty', busy: 'Busy', away: 'Away' },
    texts: {
      online: 'Patients see you as available.',
      busy: 'Patients see that you are busy.',
      away: 'Patients see you as away.',
    },
    bySchedule: 'Set by your schedule.',
    write: 'Write a message…',
    messageTitle: 'Message beside your duty state',
    message: 'Message',
    messageHint: 'Patients read it, for example “Back at 14:00”. It is removed when you go on duty again.',
    failed: 'Duty state could not be loaded. Try again',
  },
  notices: {
    title: 'Notices of the hospital',
    more: 'Read more',
    hide: 'Hide “{{title}}”',
    failed: 'Notices of the hospital could not be loaded.',
  },
  trend: {
    title: 'Your work',
    period: 'Period',
    last: 'Last {{days}} days',
    day: 'Day',
    asTable: 'Show as a table',
    consultations: 'Consultations',
    accepted: 'Accepted',
    finished: 'Finished',
    prescriptions: 'Prescriptions',
    notRejected: 'Not rejected',
    rejected: 'Rejected',
    waits: 'Waiting time of accepted patients',
    wait: 'Median wait',
    waitSummary: 'On a typical day half of the patients waited {{time}} or less.',
    more: '{{number}} in {{days}} days, {{change}} more than in the {{days}} days before.',
    fewer: '{{number}} in {{days}} days, {{change}} fewer than in the {{days}} days before.',
    same: '{{number}} in {{days}} days, as many as in the {{days}} days before.',
    none: 'No work in this period',
    noneText: 'Consultations that you accept and prescriptions that you write are counted here.',
  },
  lapsing: {
    unsigned: 'Records to sign',
    expiring: 'Prescriptions that expire soon',
    signUntil: 'closes {{time}}',
    expires: 'expires {{time}}',
    more_one: '{{count}} more is less urgent.',
    more_other: '{{count}} more are less urgent.',
    failed: 'What expires soon could not be loaded.',
  },
  numbers: {
    title: 'Today in numbers',
    waiting: 'Patients waiting',
    active: 'In consultation',
    today: 'Orders today',
    pending: 'Prescriptions in review',
    rejected: 'Prescriptions rejected',
    expired: 'Prescriptions expired',
    failed: 'Some numbers could not be loaded.',
  },
  waiting: {
    title: 'Waiting now',
    all: 'All waiting patients',
    more_one: '{{count}} more waits',
    more_other: '{{count}} more wait',
  },
  running: 'Your consultations',
  openPatient: 'Open {{patient}} in the cloud room',
  questions: 'Questions of reviewers',
  questionsFailed: 'Questions of reviewers could not be loaded.',
  prescriptions: {
    rejected: 'Rejected prescriptions',
    pending: 'Prescriptions in review',
    all: 'Show all',
    none: { rejected: 'Nothing was rejected', pending: 'Nothing is in review' },
  },
} as const;

/** The help dialog. */
export const help = {
  title: 'Help',
  duty: {
    title: 'Your duty state',
    text: 'The button in the bar says whether patients see you as on duty, busy or away, with a message of yours.',
  },
  accept: {
    title: 'Take a patient',
    text: 'Choose Accept beside a waiting patient, here or in the cloud room. If a colleague was faster, you are told who.',
  },
  record: {
    title: 'Write and sign the record',
    text: 'It is saved while you type. It can be signed until 24 hours after the consultation has ended.',
  },
  prescribe: {
    title: 'Prescribe',
    text: 'A prescription takes effect once a reviewer has approved it. If it is rejected, you find it on the home page with the reason.',
  },
  claim: {
    title: 'Take a prescription',
    text: 'Opening a prescription claims it for you for three minutes, and longer while you work on it. Colleagues see that.',
  },
  decide: {
    title: 'Decide',
    text: 'Approve after the ten verifications, or reject with a reason that the doctor reads. You can undo a decision for 8 seconds.',
  },
  question: {
    title: 'Ask the doctor',
    text: 'Ask a question instead of rejecting when only one thing is unclear. The prescription waits for the answer.',
  },
  offline: {
    title: 'When the connection is lost',
    text: 'Go on working. Messages and drafts are kept on this device and are sent when the connection is back.',
  },
  people: {
    title: 'People',
    text: 'Create accounts of doctors, reviewers and administrators, disable those of people who left, and reset passwords. A disabled person is logged out within seconds.',
  },
  hospital: {
    title: 'Hospital and departments',
    text: 'Change the name that staff and patients see, and keep the list of departments. A retired department stays in old records.',
  },
  certificates: {
    title: 'Certificates',
    text: 'A doctor prescribes only with approved certificates. If you reject some, the doctor reads the reason.',
  },
  ask: {
    title: 'Accounts and permissions',
    text: 'Your hospital’s administrator changes roles, certificates and accounts.',
  },
  problem: {
    title: 'Report a problem',
    holds_one:
      'The file holds {{count}} event since {{since}}: what the sign-in, the open consultations or the unsent messages received, when, and what it led to.',
    holds_other:
      'The file holds {{count}} events since {{since}}: what the sign-in, the open consultations and the unsent messages received, when, and what it led to.',
    empty:
      'There is nothing to save yet: the sign-in, the open consultations and the unsent messages have received no event since {{since}}. Repeat what led to the problem, then report it again.',
    masked:
      'Names, phone numbers, measurements and everything that was typed, passwords included, are replaced. Only their lengths, their spaces and which of them are equal can be seen.',
    stays: 'Nothing is sent. The file is saved on this device; give it to those who look after your workstation.',
    save: 'Save the file',
  },
} as const;

/** The page shown to a role that may not open the screen. */
export const noPermission = {
  title: 'No permission',
  text: 'This page is for {{needed}}. {{name}} is logged in with the role of {{own}}. Ask your hospital’s administrator for the role, or log in with another account.',
  roles: { doctor: 'doctors', reviewer: 'reviewers', administrator: 'administrators' },
  own: { doctor: 'a doctor', reviewer: 'a reviewer', administrator: 'an administrator' },
  other: 'Log in with another account',
} as const;

/** The pages of an address whose hospital is closed or unknown. */
export const closedHospital = {
  unknown: {
    title: 'No hospital at this address',
    text: 'Check the address, or ask your hospital for the right one. Nobody can log in here.',
  },
  disabled: {
    title: 'This hospital is closed here',
    text: 'Online consultation has been switched off for this hospital. Contact its administrator.',
  },
  expired: {
    title: 'The licence of this hospital has ended',
    text: 'Nobody can log in until it is renewed. Ask the operator of the platform to renew it.',
  },
} as const;

/** What is lost when this page is closed, because the browser stores nothing. */
export const storageWarning = {
  session:
    'This browser keeps nothing for this page. You can go on working, but you have to log in again once it is reloaded or closed.',
  volatile:
    'This browser keeps nothing for this page. You can go on working, but unsent messages and drafts are lost if it is closed.',
  unread:
    'This browser cannot read what it has saved: earlier drafts and unsent messages are missing here until it can. You can go on working.',
  failed:
    'This browser could not save your work. You can go on working, but unsent messages and drafts are lost if it is closed.',
} as const;

/** The page of an address that no screen has. */
export const notFound = {
  title: 'Page not found',
  text: 'There is no page at this address.',
  home: 'Go to the home page',
} as const;

/** Screens away from the chats: the start page, orders and prescriptions, reviewing, one's own data, hours and services. */
export const office = {
  alertSettings,
  calls: officeCalls,
  closedHospital,
  help,
  home,
  noPermission,
  notFound,
  numbers,
  orders,
  prescriptions,
  profile,
  schedule,
  settings,
  storageWarning,
} as const;
