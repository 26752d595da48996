import type { Alert } from '../../domain/alerts.ts';
import { maskedName } from '../../domain/maskedName.ts';
import { t } from '../../locales/i18n.ts';
import { bodyText } from './bodyText.ts';

type Words = { readonly title: string; readonly body: string };

/** What a notification may show: name and text, the initial, or nothing while the screen is locked. */
export type Openness = 'text' | 'initial' | 'nothing';

/** The notification text. By default it hides name and message from people near the screen. */
export function alertWords({ kind, message, count, ...alert }: Alert, openness: Openness): Words {
  const showText = openness === 'text';
  const who = openness === 'nothing' ? null : alert.who;
  const name = who === null ? t('alertSettings.notice.someone') : showText ? who : maskedName(who);
  switch (kind) {
    case 'message':
      return {
        title: t(showText && who !== null ? 'alertSettings.notice.messageOf' : 'alertSettings.notice.message', {
          who: name,
          count,
        }),
        body: showText && message ? bodyText(message) : '',
      };
    case 'waiting':
      return { title: t('alertSettings.notice.waiting', { who: name }), body: '' };
    case 'rejected':
      return {
        title: who === null ? t('alertSettings.notice.rejectedUnknown') : t('alerts.notice.rejected', { who: name }),
        body: '',
      };
    case 'question':
      return { title: t('alerts.notice.question', { who: name }), body: '' };
    case 'urgentReview':
    case 'review':
      return { title: t(`alertSettings.notice.${kind}`), body: '' };
  }
}
