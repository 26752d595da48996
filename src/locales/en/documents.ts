import { prescription } from './prescription.ts';
import { print } from './print.ts';
import { questions } from './questions.ts';
import { record } from './record.ts';
import { templates } from './templates.ts';

/** Texts of records and prescriptions, for the side panels of the cloud room and the screens without chats. */
export const documents = { prescription, print, questions, record, templates } as const;
