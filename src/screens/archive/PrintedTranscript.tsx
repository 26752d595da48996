import type { Timeline } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Live } from '../../streams/live.ts';
import { dateTimeText } from '../../ui/format.ts';
import { messageText } from '../chat/bodyText.ts';
import { useLive } from '../useLive.ts';
import { useLocale } from '../useLocale.ts';
import { usePrinting } from './usePrinting.ts';

type Props = { readonly timeline$: Live<Timeline> };

/** Every message on paper, while the page is printed: on the screen only those in view exist. */
export const PrintedTranscript = ({ timeline$ }: Props) => (usePrinting() ? <Lines timeline$={timeline$} /> : null);

function Lines({ timeline$ }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { messages, hasOlder } = useLive(timeline$);
  return (
    <section className="archive-printed">
      <h2>{t('orders.archive.transcript')}</h2>
      {hasOlder ? <p>{t('orders.archive.printedInPart')}</p> : null}
      <ol>
        {messages.map((message) => (
          <li key={message.key}>
            <time>{dateTimeText(message.sendTime, locale)}</time>
            {message.body.kind === 'notice' && !message.recalled ? null : (
              <strong>{message.mine ? t('orders.archive.doctor') : t('orders.archive.patient')}</strong>
            )}
            <span>{messageText(message)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
