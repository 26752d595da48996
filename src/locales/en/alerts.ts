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
