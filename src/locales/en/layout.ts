/** Texts of every page, and the pages shown instead of one. */
export const layout = {
  product: 'Cloudroom',
  account: {
    menu: 'Account menu',
    logOut: 'Log out',
    shortcuts: 'Keyboard shortcuts',
    appearance: 'Appearance',
    help: 'Help',
  },
  language: { name: 'Language', en: 'English', zhCN: '中文' },
  toasts: 'Notifications',
  hospitalUnreachable: {
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
