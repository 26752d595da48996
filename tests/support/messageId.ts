import { randomBytes } from 'node:crypto';
import { uuidv7 } from '../../contract/uuidv7.ts';

/** A new message id, as a sender generates it. */
export const newMessageId = uuidv7({ now: Date.now, randomBytes });
