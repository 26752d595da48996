import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { dateText, daysBetween } from '../../ui/format.ts';
import { Facts } from '../Facts.tsx';
import { useLocale } from '../useLocale.ts';
import { useNow } from '../useTicking.ts';
import type { Kept } from './qualificationFields.ts';

const states = { 0: 'waiting', 1: 'approved', 2: 'refused' } as const;
const tones = { waiting: 'warning', approved: 'success', refused: 'danger' } as const;
const warnDays = 60;

/** Where the review of the certificates stands, and how long they hold. */
export function QualificationState({ kept }: { readonly kept: Kept }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  const { auditStatus, auditRemark, expireTime, updateTime } = kept;
  const name = states[auditStatus as keyof typeof states] ?? null;
  const daysLeft = expireTime ? daysBetween(now, expireTime, locale.zone) : null;
  return (
    <section className="card" aria-label={t('profile.qualification.state')}>
      <header>
        <h2>{t('profile.qualification.state')}</h2>
        <Badge tone={name ? tones[name] : 'neutral'}>
          {name ? t(`profile.qualification.states.${name}`) : t('common.state.unknown', { value: auditStatus })}
        </Badge>
      </header>
      {auditRemark ? <p>{auditRemark}</p> : null}
      {daysLeft !== null && daysLeft < 0 ? <p className="form-refusal">{t('profile.qualification.expired')}</p> : null}
      {daysLeft !== null && daysLeft >= 0 && daysLeft <= warnDays ? (
        <p className="personal-warning">{t('profile.qualification.expiresIn', { count: daysLeft })}</p>
      ) : null}
      <Facts
        label={t('profile.qualification.state')}
        rows={[
          [t('profile.qualification.handedIn'), dateText(updateTime, locale)],
          [t('profile.qualification.validUntil'), expireTime ? dateText(expireTime, locale) : null],
        ]}
      />
      <p className="card-note">{t('profile.qualification.stateHint')}</p>
    </section>
  );
}
