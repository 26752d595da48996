import type { SnapshotFrom } from 'xstate';
import type { Recording } from '../../domain/attachedFiles.ts';
import type { VoiceTrouble, voiceMachine } from '../voice.ts';

type Snapshot = SnapshotFrom<typeof voiceMachine>;

export const recordingOf = (s: Snapshot): Recording | null => s.context.recording;

export const troubleOf = (s: Snapshot): VoiceTrouble | null => s.context.trouble;

export const isAskingPermission = (s: Snapshot): boolean => s.matches({ listening: 'requestingPermission' });

export const isListening = (s: Snapshot): boolean => s.matches('listening');

export const levelOf = (s: Snapshot): number => s.context.level;

export const elapsedSeconds = (s: Snapshot): number => Math.floor(s.context.elapsedMs / 1000);
