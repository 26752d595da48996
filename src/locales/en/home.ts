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
  prescriptions: {
    rejected: 'Rejected prescriptions',
    pending: 'Prescriptions in review',
    all: 'Show all',
    none: { rejected: 'Nothing was rejected', pending: 'Nothing is in review' },
  },
} as const;
