import { common } from './common.ts';
import { layout } from './layout.ts';
import { session } from './session.ts';

/** Messages for failed requests, by the code of the response. */
export const errors = {
  code: {
    '400': 'The request has a mistake in it. Check what you entered.',
    '401': 'Authentication failed, cannot access system resources',
    '403': 'No permission for this operation',
    '404': 'Resource does not exist',
    '500': 'Server error, contact the administrator',
    default: 'Unknown system error, report to the administrator',
  },
  network:
    'Operation failed, system abnormal: no answer from the platform. Check the connection, then try again; messages and drafts are kept.',
  timeout: 'The interface request timed out, refresh and retry',
  status: 'Request error, retry later ({{status}})',
  /** Shown beside what failed, where the texts above, which the specification gives to toasts, say too little. */
  beside: {
    network: 'The platform cannot be reached. Check your connection, then try again.',
    timeout: 'The platform did not answer in time. Try again.',
    status: 'The platform cannot be used (error {{status}}). Try again later.',
    server: 'The platform has a fault. Try again, or contact the administrator.',
  },
  empty: 'The server sent an empty answer. Try again later.',
  unreadable: 'The server sent an answer that this version cannot read. Reload the page and try again.',
  sessionChanged: 'Someone else has logged in here. This was not sent.',
  sessionEnded: 'Your session has ended. Log in again to go on.',
  fileTooLarge: '{{name}} is larger than {{limit}}.',
  fileType: '{{name}} is not of a type that can be sent.',
  brokenText:
    'The field {{field}} has a broken character, such as half an emoji. Delete it and try again; nothing was sent.',
  fileIsNotOne: 'The server did not send a file.',
  /** A toast about a failed call. */
  failed: '{{action}}: {{reason}}',
  /** What the calls of the sign-in pages do. */
  calls: {
    logout: 'Logging out',
    updatePassword: 'Changing the password',
    getIcons: 'Loading the icons',
    getDoctorInfo: 'Loading your account',
    getDictByType: 'Loading a list of choices',
    getAreaTree: 'Loading the regions',
    getTenantByWebsite: 'Loading the hospital',
  },
} as const;

/** What every page needs, the sign-in page included. */
export const core = { common, errors, layout, session } as const;
