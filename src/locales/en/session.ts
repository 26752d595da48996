/** Signing in, and what happens when a session ends. */
export const session = {
  login: { title: 'Log in' },
  expired: {
    title: 'Session expired',
    text: 'You have been logged out. Log in again, or cancel to stay on this page and copy what you need.',
    again: 'Log in again',
    cancel: 'Cancel',
    bar: 'You are logged out. What you see may be out of date.',
    barUnreachable: 'The platform could not be reached, so your session could not be renewed.',
  },
  otherDoctor: {
    title: 'Another person has logged in',
    text: 'Another tab is logged in to another account. Your work in this tab was closed; nothing more is sent in your name.',
    continue: 'Continue',
  },
  lock: {
    title: 'Screen locked',
    text: 'Everything is as you left it. Enter your password to go on as {{name}}.',
    textPlain: 'Everything is as you left it. Log in to go on.',
    missing:
      'The form for your password is loading. If it does not appear, check the connection and reload the page: messages and drafts are kept.',
    soon_one: 'The screen locks in {{count}} minute.',
    soon_other: 'The screen locks in {{count}} minutes.',
    stay: 'Go on working',
    now: 'Lock screen',
    unlock: 'Unlock',
  },
} as const;
