import type { Alert } from '../domain/alerts.ts';
import { maskedName } from '../domain/maskedName.ts';
import { t } from '../locales/i18n.ts';
import { bodyText } from '../screens/chat/bodyText.ts';

type Words = { readonly title: string; readonly body: string };

/** How much of a patient a notification may show: name and text, the initial, or nothing while the screen is locked. */
export type Openness = 'text' | 'initial' | 'nothing';

/** What a notification says. Unless the person wants more, nobody near the screen learns who wrote and what. */
export function alertWords({ kind, said, count, ...alert }: Alert, openness: Openness): Words {
  const showText = openness === 'text';
  const who = openness === 'nothing' ? null : alert.who;
  const name = who === null ? t('alerts.notice.someone') : showText ? who : maskedName(who);
  switch (kind) {
    case 'message':
      return {
        title: t(showText && who !== null ? 'alerts.notice.messageOf' : 'alerts.notice.message', { who: name, count }),
        body: showText && said ? bodyText(said) : '',
      };
    case 'waiting':
      return { title: t('alerts.notice.waiting', { who: name }), body: '' };
    case 'rejected':
      return {
        title: who === null ? t('alerts.notice.rejectedUnknown') : t('alerts.notice.rejected', { who: name }),
        body: '',
      };
    case 'review':
      return { title: t('alerts.notice.review'), body: '' };
  }
}
