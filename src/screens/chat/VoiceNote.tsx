import { useSelector } from '@xstate/react';
import { Mic, Send, Square, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import type { Recording } from '../../domain/attachedFiles.ts';
import { durationText } from '../../domain/duration.ts';
import { useTranslation } from '../../locales/i18n.ts';
import {
  elapsedSeconds,
  isAskingPermission,
  isListening,
  levelOf,
  recordingOf,
  troubleOf,
} from '../../machines/selectors/voice.ts';
import type { VoiceActor } from '../../machines/voice.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { PartAway, useOnDemand } from '../../ui/LaterPart.tsx';
import { useWork } from '../app/app.ts';
import { useFileUrl } from './useAttachments.ts';
import { VoicePlayer } from './VoicePlayer.tsx';
import './voice.css';

type Props = {
  readonly onSend: (recording: Recording) => void;
  /** Receives a recording that was neither sent nor discarded when the reply box unmounts. */
  readonly onKeep: (recording: Recording) => void;
};

/** Stops a recorder whose component has unmounted and passes on the recording, so that it is not lost. */
function stopAndKeep(voice: VoiceActor, keep: (recording: Recording) => void) {
  const now = voice.getSnapshot();
  if (!isListening(now) || isAskingPermission(now)) {
    const recording = recordingOf(now);
    if (recording) keep(recording);
    voice.stop();
    return;
  }
  voice.subscribe((snapshot) => {
    if (isListening(snapshot) || snapshot.status !== 'active') return;
    const recording = recordingOf(snapshot);
    if (recording) keep(recording);
    voice.stop();
  });
  voice.send({ type: 'stop.requested' });
}

/** The microphone button; the recorder covers the reply box until the recording is sent or discarded. */
export function VoiceNote({ onSend, onKeep }: Props) {
  const { t } = useTranslation();
  const part = useWork().recorder;
  const recorder = useOnDemand(part, 'now');
  const [asked, setAsked] = useState(false);
  const [voice, setVoice] = useState<VoiceActor | null>(null);
  const opener = useRef<HTMLSpanElement>(null);
  const open = useRef<VoiceActor>(null);
  open.current = voice;
  const keep = useRef(onKeep);
  keep.current = onKeep;
  useEffect(
    () => () => {
      if (open.current) stopAndKeep(open.current, keep.current);
    },
    [],
  );

  function close() {
    voice?.send({ type: 'discard.requested' });
    setVoice(null);
    opener.current?.querySelector('button')?.focus();
  }
  return (
    <>
      <span ref={opener}>
        <IconButton
          size="sm"
          className="voice-record"
          label={t('chat.voice.record')}
          aria-expanded={voice !== null}
          onClick={() => {
            if (voice) return close();
            setAsked(recorder === null);
            setVoice(recorder?.recordVoice() ?? null);
          }}
        >
          <Mic />
        </IconButton>
      </span>
      {asked && recorder === null ? <PartAway of={part} as="floating" onClose={() => setAsked(false)} /> : null}
      {voice ? (
        <Recorder
          voice={voice}
          onClose={close}
          onSend={(recording) => {
            onSend(recording);
            close();
          }}
        />
      ) : null}
    </>
  );
}

type RecorderProps = { readonly voice: VoiceActor; readonly onClose: () => void } & Pick<Props, 'onSend'>;

function Recorder({ voice, onClose, onSend }: RecorderProps) {
  const { t } = useTranslation();
  const recording = useSelector(voice, recordingOf);
  const trouble = useSelector(voice, troubleOf);
  return (
    <section
      className="voice-note"
      aria-label={t('chat.voice.title')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      {trouble ? (
        <p role="alert">{t(`chat.voice.trouble.${trouble}`)}</p>
      ) : recording ? (
        <Heard recording={recording} />
      ) : (
        <Speaking voice={voice} />
      )}
      <span className="voice-note-end">
        {trouble && trouble !== 'unsupported' ? (
          <Button size="sm" look="outline" onClick={() => voice.send({ type: 'retry.requested' })}>
            {t('common.actions.retry')}
          </Button>
        ) : null}
        <IconButton size="sm" label={t('chat.voice.drop')} onClick={onClose}>
          <Trash2 />
        </IconButton>
        {recording ? (
          <Button size="sm" autoFocus onClick={() => onSend(recording)}>
            <Send aria-hidden="true" />
            <span>{t('chat.voice.send')}</span>
          </Button>
        ) : null}
      </span>
    </section>
  );
}

function Heard({ recording }: { readonly recording: Recording }) {
  const { t } = useTranslation();
  const url = useFileUrl(recording.file);
  return url ? <VoicePlayer src={url} durationS={recording.durationS} label={t('chat.voice.listen')} /> : null;
}

/** The recorder while it records: level, time left and the stop button. */
function Speaking({ voice }: { readonly voice: VoiceActor }) {
  const { t } = useTranslation();
  const isAsking = useSelector(voice, isAskingPermission);
  const level = useSelector(voice, levelOf);
  const elapsedS = useSelector(voice, elapsedSeconds);
  const limitS = limits.voiceMs / 1000;
  const leftS = Math.max(0, limitS - elapsedS);
  if (isAsking) return <p role="status">{t('chat.voice.asking')}</p>;
  return (
    <>
      <span className="voice-live" aria-hidden="true" />
      <span role="timer" data-ending={leftS <= 10 || undefined} aria-label={t('chat.voice.left', { count: leftS })}>
        {`${durationText(elapsedS * 1000)} / ${durationText(limitS * 1000)}`}
      </span>
      <meter className="voice-level" min={0} max={1} value={level} aria-label={t('chat.voice.level')} />
      <Button
        size="sm"
        className="voice-stop"
        look="outline"
        autoFocus
        onClick={() => voice.send({ type: 'stop.requested' })}
      >
        <Square aria-hidden="true" />
        <span>{t('chat.voice.stop')}</span>
      </Button>
    </>
  );
}
