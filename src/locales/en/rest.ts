import { chat } from './chat.ts';
import { prescription } from './prescription.ts';
import { record } from './record.ts';
import { workspace } from './workspace.ts';

/** Being called: sounds, desktop notifications, quiet hours. */
export const alerts = {
  menu: 'Alerts …',
  blocked: 'Sound is off until you click',
  notice: {
    message_one: 'New message from {{who}}',
    message_other: '{{count}} new messages from {{who}}',
    messageOf_one: '{{who}}',
    messageOf_other: '{{who}} ({{count}})',
    waiting: '{{who}} is waiting for a doctor',
    rejected: 'The prescription of {{who}} was rejected',
    rejectedUnknown: 'A prescription was rejected',
    review: 'A prescription waits for review',
    someone: 'a patient',
  },
} as const;

/** How an order stands. */
export const orderState = {
  awaitingPayment: 'Not paid yet',
  awaiting: 'Waiting',
  active: 'In consultation',
  finished: 'Finished',
  cancelled: 'Cancelled',
  refused: 'Refused',
  refunding: 'Being paid back',
  refunded: 'Paid back',
  timedOut: 'Not taken in time',
  unknown: 'Unknown status ({{status}})',
} as const;

/** What the screens behind the sign-in share, and those of the doctor's work with patients. */
export const rest = {
  alerts,
  chat,
  orderState,
  prescription,
  record,
  workspace,
} as const;
