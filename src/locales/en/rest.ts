import { calls } from './calls.ts';
import { chat } from './chat.ts';
import { frame } from './frame.ts';
import { workspace } from './workspace.ts';

/** Alerts by sound and desktop notification. */
export const alerts = {
  menu: 'Alerts …',
  answer: 'Answer',
  blocked: 'Sound is off until you click',
  reviews_one: '{{count}} waits for review',
  reviews_other: '{{count}} wait for review',
  notice: {
    rejected: 'The prescription of {{who}} was rejected',
    question: 'A reviewer asks about the prescription of {{who}}',
  },
} as const;

/** The status of an order. */
export const orderState = {
  awaitingPayment: 'Not paid yet',
  awaiting: 'Waiting',
  active: 'In consultation',
  finished: 'Finished',
  cancelled: 'Cancelled',
  refused: 'Declined',
  refunding: 'Being paid back',
  refunded: 'Paid back',
  timedOut: 'Not taken in time',
  unknown: 'Unknown status ({{status}})',
} as const;

/** Printed instead of a screen that has no paper open. */
export const printing = {
  nothing: 'Nothing is open to print',
  text: 'Open a prescription, a record or a finished consultation, then print again.',
} as const;

/** Words about patients, times, lists and unsaved input that many screens use. */
export const shared = {
  sex: { male: 'Male', female: 'Female', unknown: 'Sex not recorded' },
  age: {
    years_one: '{{count}}\u00a0year',
    years_other: '{{count}}\u00a0years',
    months_one: '{{count}}\u00a0month',
    months_other: '{{count}}\u00a0months',
    days_one: '{{count}}\u00a0day',
    days_other: '{{count}}\u00a0days',
    unknown: 'Age not recorded',
  },
  time: {
    today: 'Today',
  },
  list: {
    count_one: '{{count}} entry',
    count_other: '{{count}} entries',
    items: ', ',
    details: ', ',
    posts: ', ',
    entries: '; ',
    sentences: '. ',
    named: '{{name}}: {{what}}',
  },
  leave: {
    title: 'Leave without saving?',
    text: 'What you changed on this page has not been saved.',
    leave: 'Leave',
    stay: 'Stay',
  },
  unsaved: { title: 'What you typed here is not saved.', discard: 'Discard it', goOn: 'Go on writing' },
} as const;

/** Texts that all screens after sign-in share, and those of the screens with chats. */
export const rest = {
  alerts,
  calls,
  chat,
  frame,
  orderState,
  printing,
  shared,
  workspace,
} as const;
