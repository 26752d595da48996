import { saysSomething } from '../contract/writtenReason.ts';

/** Whether a text is a reason for continuing, rejecting, cancelling or withdrawing; "." is none. The platform asks the same. */
export const isReason = (text: string): boolean => saysSomething(text);
