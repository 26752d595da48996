import { fromCallback } from 'xstate';
import type { Recording } from '../domain/attachedFiles.ts';
import type { VoiceTrouble } from '../machines/voice.ts';

/** Events of an open microphone. */
export type MicrophoneEvent =
  | { type: 'microphone.opened' }
  | { type: 'microphone.refused'; why: VoiceTrouble }
  | { type: 'voice.measured'; level: number; elapsedMs: number }
  | { type: 'recording.ended'; recording: Recording };

type Needs = {
  readonly mediaDevices: Pick<MediaDevices, 'getUserMedia'> | undefined;
  readonly MediaRecorder: typeof MediaRecorder | undefined;
  readonly AudioContext: typeof AudioContext | undefined;
  readonly now: () => number;
  readonly onEvent: (event: MicrophoneEvent) => void;
};

const measureEveryMs = 100;
/** Speech remains clear, and one minute is under 200 kB. */
const audioBitsPerSecond = 24_000;
const containers = [
  { mime: 'audio/webm;codecs=opus', ending: 'webm' },
  { mime: 'audio/mp4', ending: 'm4a' },
  { mime: 'audio/ogg;codecs=opus', ending: 'ogg' },
];

const troubles: Readonly<Record<string, VoiceTrouble>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'noMicrophone',
  OverconstrainedError: 'noMicrophone',
};
const troubleOf = (cause: unknown): VoiceTrouble =>
  (cause instanceof Error ? troubles[cause.name] : undefined) ?? 'broken';

/** Level from 0 to 1; 0 if the browser cannot measure it. */
function loudness(stream: MediaStream, Context: typeof AudioContext | undefined) {
  if (!Context) return { measure: () => 0, close: () => {} };
  const context = new Context();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(stream).connect(analyser);
  const wave = new Uint8Array(analyser.fftSize);
  return {
    measure() {
      analyser.getByteTimeDomainData(wave);
      const power = wave.reduce((sum, one) => sum + ((one - 128) / 128) ** 2, 0) / wave.length;
      return Math.min(1, Math.sqrt(power) * 3);
    },
    // Closing fails only if the context is closed already.
    close: () => void context.close().catch(() => {}),
  };
}

/** Recording works without a level meter. */
function levelOf(...given: Parameters<typeof loudness>): ReturnType<typeof loudness> {
  try {
    return loudness(...given);
  } catch {
    return { measure: () => 0, close: () => {} };
  }
}

/** Opens the microphone and starts recording. `stop` ends the recording and returns it; `close` discards it. */
export function recordVoice({ mediaDevices, MediaRecorder: Recorder, AudioContext: Context, now, onEvent }: Needs) {
  const container = containers.find(({ mime }) => Recorder?.isTypeSupported(mime));
  let closed = false;
  let finish = () => {};
  let end = () => {};

  function begin(stream: MediaStream, { mime, ending }: (typeof containers)[number], Device: typeof MediaRecorder) {
    const silence = () => {
      for (const track of stream.getTracks()) track.stop();
    };
    end = silence;
    const recorder = new Device(stream, { mimeType: mime, audioBitsPerSecond });
    const level = levelOf(stream, Context);
    const chunks: Blob[] = [];
    let startedAt = now();
    const measuring = setInterval(() => {
      onEvent({ type: 'voice.measured', level: level.measure(), elapsedMs: now() - startedAt });
    }, measureEveryMs);
    end = () => {
      clearInterval(measuring);
      level.close();
      silence();
    };
    recorder.onstart = () => {
      startedAt = now();
      onEvent({ type: 'microphone.opened' });
    };
    recorder.ondataavailable = ({ data }) => chunks.push(data);
    recorder.onerror = () => {
      end();
      if (!closed) onEvent({ type: 'microphone.refused', why: 'broken' });
    };
    recorder.onstop = () => {
      const durationS = Math.max(0.1, Math.round((now() - startedAt) / 100) / 10);
      end();
      const type = mime.split(';')[0] ?? mime;
      const file = new Blob(chunks, { type });
      if (closed) return;
      if (file.size === 0) onEvent({ type: 'microphone.refused', why: 'broken' });
      else onEvent({ type: 'recording.ended', recording: { file, name: `voice.${ending}`, durationS } });
    };
    finish = () => {
      if (recorder.state !== 'inactive') recorder.stop();
    };
    recorder.start(1_000);
  }

  async function open() {
    if (!mediaDevices || !Recorder || !container) return onEvent({ type: 'microphone.refused', why: 'unsupported' });
    try {
      const stream = await mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
      if (closed) for (const track of stream.getTracks()) track.stop();
      else begin(stream, container, Recorder);
    } catch (cause) {
      end();
      if (!closed) onEvent({ type: 'microphone.refused', why: troubleOf(cause) });
    }
  }

  void open();
  return {
    stop: () => finish(),
    close() {
      closed = true;
      finish();
      end();
    },
  };
}

/** This computer's microphone, as the actor that a voice note invokes. */
export const microphoneOf = ({ navigator, performance, MediaRecorder, AudioContext }: Window & typeof globalThis) =>
  fromCallback<{ type: 'stop' }>(({ sendBack, receive }) => {
    // Old browsers lack both, although the types declare them.
    const recorder = recordVoice({
      mediaDevices: navigator.mediaDevices,
      MediaRecorder,
      AudioContext,
      now: () => performance.now(),
      onEvent: (event: MicrophoneEvent) => sendBack(event),
    });
    receive(({ type }) => {
      if (type === 'stop') recorder.stop();
    });
    return recorder.close;
  });
