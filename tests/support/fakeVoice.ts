import { fromCallback, type SimulatedClock } from 'xstate';
import { voiceMachine } from '../../src/machines/voice.ts';
import type { MicrophoneEvent } from '../../src/services/voiceRecorder.ts';
import { createActor } from './actors.ts';

/** A microphone controlled by the test, through the real machine. */
export function fakeVoice() {
  let send: (event: MicrophoneEvent) => void = () => {};
  const commands: string[] = [];
  const microphone = fromCallback<{ type: 'stop' }>(({ sendBack, receive }) => {
    send = sendBack;
    commands.push('open');
    receive(({ type }) => commands.push(type));
    return () => commands.push('closed');
  });
  return {
    /** Commands sent to the microphone. */
    commands,
    emit: (event: MicrophoneEvent) => send(event),
    record: (clock?: SimulatedClock) =>
      createActor(voiceMachine.provide({ actors: { microphone } }), clock ? { clock } : {}).start(),
  };
}
