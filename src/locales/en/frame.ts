/** The frame around every screen after sign-in. */
export const frame = {
  skip: 'Skip to content',
  main: 'Main',
  nav: {
    home: 'Home',
    cloudRoom: 'Cloud room',
    orders: 'Orders',
    prescriptions: 'Prescriptions',
    serviceSetup: 'Service setup',
    schedule: 'Schedule',
    profile: 'Profile',
    reviewQueue: 'Review queue',
    myReviews: 'My reviews',
    administration: 'Admin',
    more: 'More',
    open: 'Open navigation',
  },
  alertsAway: 'Alerts are off: no sound, no notices and no duty switch.',
  waitingUnknown: 'Number of waiting patients not known',
  waiting_one: '{{count}} patient waits',
  waiting_other: '{{count}} patients wait',
  connection: {
    name: 'Connection',
    online: 'Online',
    reconnecting: 'Reconnecting',
    offline: 'Offline',
    loggedOut: 'Logged out',
    works: 'Connected to the platform',
    banner:
      'No connection. You can go on working; messages are sent when it is back. A record or prescription that was not opened before cannot be written until then.',
  },
  unsent: {
    title: 'Log out with unsent messages?',
    text_one:
      '{{count}} message has not been sent. It stays encrypted on this device and is sent when you log in here again.',
    text_other:
      '{{count}} messages have not been sent. They stay encrypted on this device and are sent when you log in here again.',
  },
  theme: { name: 'Theme', system: 'As on this device', light: 'Light', dark: 'Dark' },
} as const;
