import { type ActorRefFrom, assign, fromCallback, sendTo, setup } from 'xstate';
import { limits } from '../../contract/limits.ts';
import type { Recording } from '../domain/attachedFiles.ts';

/** Why recording is impossible. */
export type VoiceTrouble = 'denied' | 'noMicrophone' | 'unsupported' | 'broken';

type MicrophoneEvent =
  | { type: 'microphone.opened' }
  | { type: 'microphone.refused'; why: VoiceTrouble }
  | { type: 'voice.measured'; level: number; elapsedMs: number }
  | { type: 'recording.ended'; recording: Recording };

const voice = setup({
  types: {
    context: {} as {
      readonly level: number;
      readonly elapsedMs: number;
      readonly trouble: VoiceTrouble | null;
      readonly recording: Recording | null;
    },
    events: {} as
      | MicrophoneEvent
      | { type: 'stop.requested' }
      | { type: 'retry.requested' }
      | { type: 'discard.requested' },
  },
  actors: {
    /** The composition root provides it. */
    microphone: fromCallback<{ type: 'stop' }>(() => {}),
  },
  actions: {
    measure: assign((_, { level, elapsedMs }: { level: number; elapsedMs: number }) => ({ level, elapsedMs })),
    noteTrouble: assign((_, trouble: VoiceTrouble) => ({ trouble })),
    noteRecording: assign((_, recording: Recording) => ({ recording })),
    startOver: assign({ level: 0, elapsedMs: 0, trouble: null, recording: null }),
  },
  delays: { limit: limits.voiceMs, patience: 5_000 },
});

/** One voice note: request the microphone, record, then play back, send or discard. */
export const voiceMachine = voice.createMachine({
  id: 'voice',
  context: { level: 0, elapsedMs: 0, trouble: null, recording: null },
  initial: 'listening',
  on: { 'discard.requested': '.dropped' },
  states: {
    listening: {
      entry: 'startOver',
      invoke: { id: 'microphone', src: 'microphone' },
      initial: 'requestingPermission',
      on: {
        'microphone.refused': { target: 'failed', actions: { type: 'noteTrouble', params: ({ event }) => event.why } },
        'recording.ended': {
          target: 'recorded',
          actions: { type: 'noteRecording', params: ({ event }) => event.recording },
        },
        'voice.measured': { actions: { type: 'measure', params: ({ event }) => event } },
      },
      states: {
        requestingPermission: { on: { 'microphone.opened': 'recording' } },
        recording: { after: { limit: 'stopping' }, on: { 'stop.requested': 'stopping' } },
        stopping: {
          entry: sendTo('microphone', { type: 'stop' }),
          after: {
            patience: { target: '#voice.failed', actions: { type: 'noteTrouble', params: 'broken' } },
          },
        },
      },
    },
    recorded: { on: { 'retry.requested': 'listening' } },
    failed: { on: { 'retry.requested': 'listening' } },
    dropped: { type: 'final' },
  },
});

export type VoiceActor = ActorRefFrom<typeof voiceMachine>;
