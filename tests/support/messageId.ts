import { randomBytes } from 'node:crypto';
import { uuidv7 } from '../../contract/uuidv7.ts';

/** A new id of a message, as its sender makes it. */
export const newMessageId = uuidv7({ now: Date.now, randomBytes });
