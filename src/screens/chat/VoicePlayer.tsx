import { Pause, Play } from 'lucide-react';
import { type CSSProperties, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { durationText } from '../../domain/duration.ts';
import { useTranslation } from '../../locales/i18n.ts';
import './voice.css';

type Props = {
  readonly src: string;
  /** Duration in seconds according to the sender; the shortest note has 0.1 s. */
  readonly durationS: number;
  readonly label: string;
  /** Renews an expired link; null if that fails. */
  readonly renew?: () => Promise<string | null>;
  /** Why the platform refused to renew the link; null if it did not. */
  readonly refusal?: () => string | null;
};

type State = 'still' | 'playing' | 'renewing' | 'broken';

/** Recorders omit the duration, and the browser finds it, and can seek, only after seeking past the end. */
const pastEveryEnd = 1e7;

/** The played part as a CSS variable. */
const playedStyle = (part: number) => ({ '--voice-heard': `${part * 100}%` }) as CSSProperties;

/** Pauses every other player, because only one may play at a time. */
function pauseOthers(mine: HTMLAudioElement) {
  for (const other of document.querySelectorAll('audio')) if (other !== mine) other.pause();
}

/** A voice note: play, pause, seek with mouse or arrow keys, and duration. */
export function VoicePlayer({ src, label, renew, refusal, ...note }: Props) {
  const { t } = useTranslation();
  const durationS = Math.max(0.1, note.durationS);
  const wholeMs = Math.round(durationS) * 1000;
  const audio = useRef<HTMLAudioElement>(null);
  const [source, setSource] = useState(src);
  const [state, setState] = useState<State>('still');
  const [at, setAt] = useState(0);
  const wanted = useRef<number | null>(null);
  const [attempts, setAttempts] = useState(0);
  const [known, setKnown] = useState(src);
  if (known !== src) {
    setKnown(src);
    setSource(src);
  }

  // A broken source also fires `error`; a start that the browser refuses leaves the button to play.
  const play = () => audio.current?.play().catch(() => {});
  function seek(to: number) {
    setAt(to);
    wanted.current = null;
    const player = audio.current;
    if (player && player.readyState > 0) player.currentTime = to;
    else wanted.current = to;
  }
  function measure({ currentTarget: player }: SyntheticEvent<HTMLAudioElement>) {
    if (Number.isFinite(player.duration)) {
      if (wanted.current !== null) player.currentTime = wanted.current;
      wanted.current = null;
      return;
    }
    wanted.current ??= 0;
    player.currentTime = pastEveryEnd;
  }
  async function fail() {
    if (state === 'renewing' || !renew) return setState('broken');
    setState('renewing');
    const fresh = await renew();
    if (!fresh) return setState('broken');
    setSource(fresh);
    setAttempts((before) => before + 1);
  }
  useEffect(() => {
    // Fails for the same reasons as `play`.
    if (attempts > 0) audio.current?.play().catch(() => {});
  }, [attempts]);
  const shown = Math.min(at, durationS);
  return (
    <fieldset className="voice-player" aria-label={label} data-state={state}>
      {/* biome-ignore lint/a11y/useMediaCaption: voice notes have no captions. */}
      <audio
        key={attempts}
        ref={audio}
        src={source}
        preload="none"
        onLoadedMetadata={measure}
        onDurationChange={(event) => {
          if (wanted.current !== null && Number.isFinite(event.currentTarget.duration)) measure(event);
        }}
        onPlay={(event) => {
          pauseOthers(event.currentTarget);
          setState('playing');
        }}
        onPause={() => setState((before) => (before === 'playing' ? 'still' : before))}
        onEnded={() => seek(0)}
        onTimeUpdate={(event) => {
          if (wanted.current === null) setAt(event.currentTarget.currentTime);
        }}
        onError={() => void fail()}
      />
      {state === 'broken' ? (
        <>
          <span role="alert">{refusal?.() ?? t('chat.voice.broken')}</span>
          <button type="button" className="voice-again" onClick={() => void fail()}>
            {t('common.actions.retry')}
          </button>
        </>
      ) : (
        <>
          <button
            type="button"
            className="voice-play"
            aria-label={state === 'playing' ? t('chat.voice.pause') : t('chat.voice.play')}
            onClick={() => (state === 'playing' ? audio.current?.pause() : void play())}
          >
            {state === 'playing' ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
          </button>
          <input
            type="range"
            min={0}
            max={durationS}
            step={0.1}
            value={shown}
            style={playedStyle(shown / durationS)}
            aria-label={t('chat.voice.place')}
            aria-valuetext={t('chat.voice.at', { at: durationText(shown * 1000), of: durationText(wholeMs) })}
            onChange={(event) => seek(Number(event.target.value))}
            onKeyDown={(event) => {
              const step = { ArrowLeft: -5, ArrowDown: -5, ArrowRight: 5, ArrowUp: 5 }[event.key];
              if (step === undefined) return;
              event.preventDefault();
              seek(Math.max(0, Math.min(durationS, shown + step)));
            }}
          />
          <span className="voice-time">{durationText(state === 'playing' ? shown * 1000 : wholeMs)}</span>
        </>
      )}
    </fieldset>
  );
}
