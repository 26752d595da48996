import type { Rx } from '../../../contract/http/prescription.ts';
import { hasText, useTranslation } from '../../locales/i18n.ts';
import { dateTimeText } from '../../ui/format.ts';
import { useLocale } from '../useLocale.ts';
import './prescription.css';

/** What happened to a prescription: every version and every step, who and when. */
export function RxTrail({ rx }: { readonly rx: Rx }) {
  const { t } = useTranslation();
  const where = useLocale();
  const called = (action: string) => {
    const key = `prescription.actions.${action}`;
    return hasText(key) ? (t as (key: string) => string)(key) : action;
  };
  return (
    <ol className="rx-trail" aria-label={t('prescription.history')}>
      {(rx.logs ?? []).map(({ time, operator, action, remark }) => (
        <li key={`${time} ${action}`}>
          <time>{dateTimeText(time, where)}</time>
          <span>
            {[called(action), operator].filter(Boolean).join(' · ')}
            {remark ? <q>{remark}</q> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
