import { createActor, fromCallback } from 'xstate';
import { voiceMachine } from '../../src/machines/voice.ts';
import type { VoiceNews } from '../../src/services/voiceRecorder.ts';

/** A microphone controlled by the test, through the real machine. */
export function fakeVoice() {
  let say: (news: VoiceNews) => void = () => {};
  const told: string[] = [];
  const microphone = fromCallback<{ type: 'stop' }>(({ sendBack, receive }) => {
    say = sendBack;
    told.push('open');
    receive(({ type }) => told.push(type));
    return () => told.push('closed');
  });
  return {
    /** Commands sent to the microphone. */
    told,
    hears: (news: VoiceNews) => say(news),
    record: () => createActor(voiceMachine.provide({ actors: { microphone } })).start(),
  };
}
