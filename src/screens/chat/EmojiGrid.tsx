import { useEffect, useRef } from 'react';
import { useTranslation } from '../../locales/i18n.ts';

/** What doctors and patients use; no picture font is loaded for it. */
const emoji = [
  ...'😀😊🙂😉😌😅😂🤔😕😟😢😭😣😫😮🤒',
  ...'🤕🤧😷🤢🤮😴🥱😡👍👎👌🙏👏💪🤝✋',
  ...'❤💚💙💊💉🩺🩹🩸🌡🏥🚑📋📅⏰☎✅',
  ...'❌❓❗⚠➡🍎🥦🥛💧☕🍵🚭🏃🛌🌞🌙',
];

type Props = { readonly onChoose: (emoji: string) => void; readonly onClose: () => void };

/** A grid of little pictures to insert. Arrow keys move through it. */
export function EmojiGrid({ onChoose, onClose }: Props) {
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
