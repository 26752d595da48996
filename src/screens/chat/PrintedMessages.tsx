import type { Timeline } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { chatLines, type Speakers } from './chatLines.ts';
import './printedMessages.css';

type Props = {
  readonly timeline: Timeline;
  readonly speakers: Speakers;
  /** Says what to do where earlier messages are not loaded. */
  readonly inPart: string;
};

/** Every loaded message for paper, because on the screen only the visible rows exist. */
export function PrintedMessages({ timeline: { messages, hasOlder }, speakers, inPart }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <section className="printed-messages">
      <h2>{t('chat.printed.title')}</h2>
      {hasOlder ? <p>{inPart}</p> : null}
      <ol>
        {chatLines(messages, speakers, { locale, t }).map(({ key, time, speaker, text }) => (
          <li key={key}>
            <time>{time}</time>
            {speaker === null ? null : <strong dir="auto">{speaker}</strong>}
            <span dir="auto">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
