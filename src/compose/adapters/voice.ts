import { createActor, fromCallback } from 'xstate';
import { type VoiceActor, voiceMachine } from '../../machines/voice.ts';
import { type MicrophoneEvent, recordVoice } from '../../services/voiceRecorder.ts';

/** Starts a voice note with this computer's microphone. */
export function createVoiceStarter(window: Window & typeof globalThis): () => VoiceActor {
  const { navigator, performance } = window;
  const microphone = fromCallback<{ type: 'stop' }>(({ sendBack, receive }) => {
    const recorder = recordVoice({
      mediaDevices: navigator.mediaDevices,
      // Old browsers lack both, although the types declare them.
      MediaRecorder: window.MediaRecorder,
      AudioContext: window.AudioContext,
      now: () => performance.now(),
      onEvent: (event: MicrophoneEvent) => sendBack(event),
    });
    receive(({ type }) => {
      if (type === 'stop') recorder.stop();
    });
    return recorder.close;
  });
  return () => createActor(voiceMachine.provide({ actors: { microphone } })).start();
}
