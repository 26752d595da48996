import type { SnapshotFrom } from 'xstate';
import type { Attached } from '../../domain/attachedFiles.ts';
import type { uploadQueueMachine } from '../uploadQueue.ts';
import { attachedIn } from './upload.ts';

/** The attached files as the screens show them. */
export const attachedFiles = (s: SnapshotFrom<typeof uploadQueueMachine>): readonly Attached[] =>
  attachedIn(s.context.uploads);
