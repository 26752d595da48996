import type { ConversationId } from '../../contract/ids.ts';
import type { AttachedHere, Upload } from './upload.ts';

/** A recorded voice note. */
export type Recording = { readonly file: Blob; readonly name: string; readonly durationS: number };

/** An attached file of this window as the screen shows it; `part` is how much of it has been sent, 0 to 1. */
export type Attached = Upload & {
  readonly file: Blob;
  readonly state: 'preparing' | 'waiting' | 'uploading' | 'paused' | 'ready' | 'refused' | 'tooLarge' | 'unreadable';
  readonly part: number;
  readonly refusal: string;
};

/** A file that cannot be sent at all; only its own window shows that. */
export const isUnfit = ({ state }: Pick<Attached, 'state'>): boolean => state === 'tooLarge' || state === 'unreadable';

/** In the order in which they were attached. */
export const attachedTo = (all: readonly Attached[], conversationId: ConversationId): readonly Attached[] =>
  all.filter((one) => one.conversationId === conversationId).sort((a, b) => a.addedAt - b.addedAt);

/** Progress is sent to other windows in steps of this many percent. */
const percentStep = 5;

/** The file as the doctor's other windows show it. */
export function inOtherWindows(one: Attached): AttachedHere {
  const { id, conversationId, kind, name, durationS, addedAt, sendAs, part } = one;
  const percent = Math.floor((part * 100) / percentStep) * percentStep;
  return { id, conversationId, kind, name, durationS, addedAt, isSending: sendAs !== null, percent };
}

const isWanted = ({ sendAs }: Attached) => sendAs !== null;

/** The next upload: one at a time, files being sent first, in order. */
export function nextUpload(all: readonly Attached[]): Attached | undefined {
  if (all.some(({ state }) => state === 'uploading')) return undefined;
  // Files that were sent together arrive in their order: a paused one holds those behind it in its conversation.
  const pausing = all.filter((one) => isWanted(one) && one.state === 'paused');
  const isHeld = ({ conversationId, addedAt }: Attached) =>
    pausing.some((before) => before.conversationId === conversationId && before.addedAt <= addedAt);
  const free = all.filter((one) => one.state === 'waiting' && !isHeld(one));
  return free.find(isWanted) ?? free[0];
}
