import { saysSomething, visibleCharacter } from '../../contract/writtenReason.ts';

/** Whether a text is a reason for continuing, rejecting, cancelling or withdrawing; "." is none. The platform asks the same. */
export const isReason = (text: string): boolean => saysSomething(text);

/** Whether a text is missing, or has no visible character. The platform asks the same. */
export const isBlank = (text: string | null | undefined): boolean => !visibleCharacter.test(text ?? '');
