import { prescription } from './prescription.ts';
import { record } from './record.ts';

/** Texts of records and prescriptions, for the side panels of the cloud room and the screens without chats, in Chinese. */
export const documents = { prescription, record } as const;
