import type { AttachedHere, Upload } from '../domain/upload.ts';
import type { UploadActor } from './upload.ts';

/** An attached file as the screen shows it. */
export type Attached = Upload & {
  readonly file: Blob;
  readonly state: 'preparing' | 'waiting' | 'uploading' | 'paused' | 'ready' | 'refused' | 'tooLarge' | 'unreadable';
  readonly part: number;
  readonly refusal: string;
};

const states = ['preparing', 'waiting', 'uploading', 'refused', 'tooLarge', 'unreadable'] as const;

export function shown(actor: UploadActor): Attached {
  const snapshot = actor.getSnapshot();
  const { upload, file, part, refusal } = snapshot.context;
  const named = states.find((state) => snapshot.matches(state));
  const other = snapshot.matches('pausing') ? 'paused' : snapshot.matches('keeping') ? 'preparing' : 'ready';
  return { ...upload, file, part, refusal, state: named ?? other };
}

/** Told to the other windows in steps that are worth a word. */
const percentStep = 5;

export function inOtherWindows(one: Attached): AttachedHere {
  const { id, conversationId, kind, name, durationS, addedAt, sendAs, part } = one;
  const percent = Math.floor((part * 100) / percentStep) * percentStep;
  return { id, conversationId, kind, name, durationS, addedAt, isSending: sendAs !== null, percent };
}

/** Whose turn it is: one at a time, what is to be sent before what only waits to be, and in its order. */
export function nextUpload(all: readonly UploadActor[]): UploadActor | undefined {
  if (all.some((actor) => actor.getSnapshot().hasTag('busy'))) return undefined;
  const ready = all.filter((actor) => actor.getSnapshot().hasTag('ready'));
  const uploadOf = (actor: UploadActor) => actor.getSnapshot().context.upload;
  const isWanted = (actor: UploadActor) => uploadOf(actor).sendAs !== null;
  // What was sent together arrives in its order: one that pauses holds those behind it in its conversation.
  const pausing = all.filter((actor) => isWanted(actor) && actor.getSnapshot().matches('pausing')).map(uploadOf);
  const isHeld = (actor: UploadActor) => {
    const { conversationId, addedAt } = uploadOf(actor);
    return pausing.some((before) => before.conversationId === conversationId && before.addedAt <= addedAt);
  };
  const free = ready.filter((actor) => !isHeld(actor));
  return free.find(isWanted) ?? free[0];
}
