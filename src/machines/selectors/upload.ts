import type { SnapshotFrom } from 'xstate';
import type { Attached } from '../../domain/attachedFiles.ts';
import type { UploadRef, uploadMachine } from '../upload.ts';

type Snapshot = SnapshotFrom<typeof uploadMachine>;

function stateOf(s: Snapshot): Attached['state'] | null {
  switch (s.value) {
    case 'arriving':
    case 'preparing':
    case 'storingLocally':
      return 'preparing';
    case 'pausing':
      return 'paused';
    case 'waiting':
    case 'uploading':
    case 'ready':
    case 'refused':
    case 'tooLarge':
    case 'unreadable':
      return s.value;
    default:
      return null;
  }
}

/** The file as the screen shows it; null once the outbox has its message, or it was cancelled. */
export function attachedFrom(s: Snapshot): Attached | null {
  const { upload, file, part, refusal } = s.context;
  const state = stateOf(s);
  return state && { ...upload, file, state, part, refusal };
}

export const attachedIn = (uploads: readonly UploadRef[]): readonly Attached[] =>
  uploads.flatMap((one) => attachedFrom(one.getSnapshot()) ?? []);
