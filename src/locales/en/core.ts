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
    '423': 'This is being changed by someone else. Try again shortly.',
    '429': 'Too many requests. Try again shortly.',
    '500': 'Server error, contact the administrator',
    '900': 'This was sent already.',
    default: 'Unknown system error, report to the administrator',
  },
  network: 'Operation failed, system abnormal',
  timeout: 'The interface request timed out, refresh and retry',
  status: 'Request error, retry later ({{status}})',
  empty: 'The server sent an empty answer. Try again later.',
  unreadable: 'The server sent an answer that this version cannot read. Reload the page and try again.',
  sessionChanged: 'Someone else has signed in here. This was not sent.',
  sessionEnded: 'Your session has ended. Log in again to go on.',
  offline: 'You are offline. This goes on when the connection is back.',
  fileTooLarge: '{{name}} is larger than {{limit}}.',
  fileType: '{{name}} is not of a type that can be sent.',
  brokenText:
    'A broken character, such as half an emoji, is in the field {{field}}. Nothing was sent and your text is kept: delete the character and try again.',
  fileIsNotOne: 'The server did not send a file.',
} as const;

/** What every page needs, the sign-in page included. */
export const core = { common, errors, layout, session } as const;
