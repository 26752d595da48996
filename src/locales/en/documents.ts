import { documentCalls } from './documentCalls.ts';
import { keys, palette } from './keys.ts';
import { messages } from './messages.ts';
import { numbers } from './numbers.ts';
import { prescription } from './prescription.ts';
import { print } from './print.ts';
import { questions } from './questions.ts';
import { record } from './record.ts';
import { templates } from './templates.ts';

/** Declining a waiting patient. */
const decline = {
  title: 'Decline {{patient}}?',
  text: 'The patient is told the reason and gets the payment back.',
  reason: 'Reason',
  choose: 'Choose a reason',
  remark: 'Words to the patient',
  confirm: 'Decline patient',
  done: '{{patient}} was declined.',
  reasons: {
    otherSpecialty: 'Belongs to another specialty',
    needsVisit: 'Has to be seen in person',
    emergency: 'Emergency: sent to the emergency department',
    unclear: 'Too little information',
    noTime: 'No time today',
    other: 'Another reason',
  },
} as const;

/** The patient's history: files of this and other hospitals, past visits and prescriptions. */
const history = {
  personal: 'Own history',
  past: 'Past illnesses',
  allergy: 'Allergies',
  family: 'Family',
  personalHabits: 'Personal',
  surgery: 'Operations',
  visits: 'Past visits',
  noVisits: 'No earlier visit is known',
  visitDetail: 'Visit of {{date}} at {{hospital}}: {{diagnosis}}',
  orders: 'Treatment',
  reports: 'Reports',
  prescriptions: 'Past prescriptions',
  noPrescriptions: 'No earlier prescription',
  rxTitle: '{{date}} · {{number}}',
  rxLine: '{{medicine}} {{specification}}: {{use}}',
} as const;

/** Texts of records, prescriptions and shortcuts, for side panels and the screens without chats. */
export const documents = {
  calls: documentCalls,
  chat: messages,
  decline,
  history,
  keys,
  numbers,
  palette,
  prescription,
  print,
  questions,
  record,
  templates,
} as const;
