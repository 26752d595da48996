import { ImagePlus, Paperclip, SendHorizontal, Smile, Zap } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Recording } from '../../domain/attachedFiles.ts';
import type { ReplyCheck } from '../../domain/reply.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { VoiceNote } from './VoiceNote.tsx';

/** A small set, so that no emoji font must be loaded. */
const emoji = [
  ...'😀😊🙂😉😌😅😂🤔😕😟😢😭😣😫😮🤒',
  ...'🤕🤧😷🤢🤮😴🥱😡👍👎👌🙏👏💪🤝✋',
  ...'❤💚💙💊💉🩺🩹🩸🌡🏥🚑📋📅⏰☎✅',
  ...'❌❓❗⚠➡🍎🥦🥛💧☕🍵🚭🏃🛌🌞🌙',
];

type EmojiGridProps = { readonly onChoose: (emoji: string) => void; readonly onClose: () => void };

/** A grid of emoji to insert; arrow keys move through it. */
export function EmojiGrid({ onChoose, onClose }: EmojiGridProps) {
  const { t } = useTranslation();
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => grid.current?.querySelector('button')?.focus(), []);
  return (
    <div
      ref={grid}
      className="reply-emoji"
      role="toolbar"
      aria-label={t('chat.emoji')}
      onKeyDown={(event) => {
        const buttons = [...event.currentTarget.querySelectorAll('button')];
        const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
        const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 8, ArrowUp: -8 };
        const step = steps[event.key];
        if (event.key === 'Escape') onClose();
        else if (step !== undefined) buttons[at + step]?.focus();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {emoji.map((one, index) => (
        <button
          key={one}
          type="button"
          tabIndex={index === 0 ? 0 : -1}
          aria-label={t('chat.insertEmoji', { emoji: one })}
          onClick={() => onChoose(one)}
        >
          {one}
        </button>
      ))}
    </div>
  );
}

type Props = {
  readonly open: 'typed' | 'quick' | 'emoji' | null;
  readonly sendable: boolean;
  /** Which keys send. */
  readonly hint: ReactNode;
  readonly onLayer: (layer: 'quick' | 'emoji') => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onVoice: (recording: Recording) => void;
  readonly onVoiceKept: (recording: Recording) => void;
  readonly onSend: () => void;
};

const accepted = { picture: 'image/*', document: 'application/pdf,.pdf' } as const;

/** The buttons below the reply box. */
export function ComposerTools({ open, sendable, hint, onLayer, onFiles, onVoice, onVoiceKept, onSend }: Props) {
  const { t } = useTranslation();
  const files = useRef<HTMLInputElement>(null);
  const choose = (accept: string) => {
    if (!files.current) return;
    files.current.accept = accept;
    files.current.click();
  };
  return (
    <div className="reply-tools">
      <IconButton
        size="sm"
        label={t('chat.quickReplies')}
        aria-expanded={open === 'quick' || open === 'typed'}
        onClick={() => onLayer('quick')}
      >
        <Zap />
      </IconButton>
      <IconButton size="sm" label={t('chat.attachImage')} onClick={() => choose(accepted.picture)}>
        <ImagePlus />
      </IconButton>
      <IconButton size="sm" label={t('chat.attachFile')} onClick={() => choose(accepted.document)}>
        <Paperclip />
      </IconButton>
      <VoiceNote onSend={onVoice} onKeep={onVoiceKept} />
      <IconButton size="sm" label={t('chat.emoji')} aria-expanded={open === 'emoji'} onClick={() => onLayer('emoji')}>
        <Smile />
      </IconButton>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {hint}
      <Button size="sm" className="reply-send" aria-disabled={!sendable || undefined} onClick={onSend}>
        <SendHorizontal aria-hidden="true" />
        <span>{t('chat.send')}</span>
      </Button>
    </div>
  );
}

type ReplyNotesProps = {
  readonly id: string;
  readonly check: ReplyCheck;
  /** Another window has replaced the text. */
  readonly replaced: boolean;
  /** Puts back the text that was typed here before; null if nothing of it is missing. */
  readonly onRestore: (() => void) | null;
  readonly problems: readonly string[];
  /** A search for a quick reply that was not sent; null if there is none. */
  readonly search: { readonly text: string; readonly patient: string; readonly onSend: () => void } | null;
  /** Selects a part of the text. */
  readonly onGo: (part: string) => void;
};

/** Notes on the text before it is sent: room left, unfilled variables and errors. */
export function ReplyNotes({ id, check, replaced, onRestore, problems, search, onGo }: ReplyNotesProps) {
  const { t } = useTranslation();
  const { left, nearLimit, open } = check;
  return (
    <div id={id} className="reply-notes">
      {problems.map((problem) => (
        <p key={problem} role="alert" data-tone="danger">
          {problem}
        </p>
      ))}
      {search ? (
        <p role="alert" data-tone="danger">
          <span>{`${t('chat.quick.notSent', { text: search.text })} `}</span>
          <button type="button" onClick={search.onSend}>
            {t('chat.quick.sendAnyway', { patient: search.patient })}
          </button>
        </p>
      ) : null}
      {open.map((variable) => (
        <p key={variable} data-tone="danger">
          <span>{`${t('chat.unknownVariable', { name: variable })} `}</span>
          <button type="button" onClick={() => onGo(variable)}>
            {t('chat.replaceIt')}
          </button>
        </p>
      ))}
      {replaced ? (
        <p role="status">
          <span>{`${t('chat.draftFromOtherTab')} `}</span>
          {onRestore ? (
            <button type="button" onClick={onRestore}>
              {t('chat.takeMine')}
            </button>
          ) : null}
        </p>
      ) : null}
      {left < 0 ? (
        <p data-tone="danger">{t('chat.tooLong', { count: -left })}</p>
      ) : nearLimit ? (
        <p>{t('chat.charactersLeft', { count: left })}</p>
      ) : null}
    </div>
  );
}
