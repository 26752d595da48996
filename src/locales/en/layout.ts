/** The frame around every screen, and the pages shown instead of one. */
export const layout = {
  product: 'Cloudroom',
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
    administration: 'Administration',
    more: 'More',
    open: 'Open navigation',
  },
  waitingUnknown: 'Number of waiting patients not known',
  waiting_one: '{{count}} patient waits',
  waiting_other: '{{count}} patients wait',
  connection: {
    name: 'Connection',
    online: 'Online',
    reconnecting: 'Reconnecting',
    offline: 'Offline',
    banner: 'No connection. You can go on working; messages are sent when it is back.',
  },
  storage: {
    session:
      'This browser keeps nothing for this page. You can go on working, but you have to log in again once it is reloaded or closed.',
    volatile:
      'This browser keeps nothing for this page. You can go on working, but unsent messages and drafts are lost if it is closed.',
    failed:
      'This browser could not save your work. You can go on working, but unsent messages and drafts are lost if it is closed.',
  },
  account: {
    menu: 'Account menu',
    logOut: 'Log out',
    shortcuts: 'Keyboard shortcuts',
    appearance: 'Appearance',
    help: 'Help',
  },
  unsent: {
    title: 'Log out with unsent messages?',
    text_one:
      '{{count}} message has not been sent. It stays encrypted on this device and is sent when you log in here again.',
    text_other:
      '{{count}} messages have not been sent. They stay encrypted on this device and are sent when you log in here again.',
  },
  language: { name: 'Language', en: 'English', zhCN: '中文' },
  theme: { name: 'Theme', system: 'As on this device', light: 'Light', dark: 'Dark' },
  density: { name: 'Density', comfortable: 'Comfortable', compact: 'Compact' },
  fontSize: { name: 'Text size', s: 'Small', m: 'Medium', l: 'Large' },
  toasts: 'Notifications',
  notFound: {
    title: 'Page not found',
    text: 'There is no page at this address.',
    home: 'Go to the home page',
  },
  tenantUnknown: {
    title: 'No hospital at this address',
    text: 'Check the address, or ask your hospital for the right one. Nobody can log in here.',
  },
  tenantDisabled: {
    title: 'This hospital is closed here',
    text: 'Online consultation has been switched off for this hospital. Contact its administrator.',
  },
  tenantExpired: {
    title: 'The hospital’s licence has ended',
    text: 'Online consultation stands still until it is renewed. Contact the administrator.',
  },
  tenantUnreachable: {
    title: 'The hospital cannot be reached',
    text: 'The platform did not answer. Check your connection and try again.',
  },
  chunkFailed: {
    title: 'A part of the page could not be loaded',
    text: 'There may be a new version, or the connection was lost. What you typed is kept; reload to go on.',
  },
  crashed: {
    title: 'This page stopped working',
    text: 'The error has been noted. Try again, or go to another page.',
  },
} as const;
