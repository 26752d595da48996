import { useEffect, useRef } from 'react';
import type { Timeline } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dateTimeText } from '../../ui/format.ts';
import { messageText } from '../chat/bodyText.ts';
import { useLocale } from '../useLocale.ts';

type Props = { readonly timeline: Timeline; readonly onPrinted: () => void };

/** Every message on paper: on the screen only those in view exist. */
export function PrintedTranscript({ timeline, onPrinted }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const printed = useRef(onPrinted);
  useEffect(() => {
    window.print();
    printed.current();
  }, []);
  return (
    <section className="archive-printed">
      <h2>{t('orders.archive.transcript')}</h2>
      <ol>
        {timeline.messages.map((message) => (
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
