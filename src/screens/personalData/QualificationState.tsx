import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { dateText, daysBetween } from '../../ui/format.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useNow } from '../hooks/useTicking.ts';
import { Facts } from '../lists/Facts.tsx';
import { type Prescribing, prescribingNow, type StoredQualification } from './qualificationFields.ts';

const states = { 0: 'waiting', 1: 'approved', 2: 'refused' } as const;
const tones = { waiting: 'warning', approved: 'success', refused: 'danger' } as const;
const warnDays = 60;

/** The hospital's decision so far. */
function Verdict({ auditStatus }: { readonly auditStatus: number }) {
  const { t } = useTranslation();
  const name = states[auditStatus as keyof typeof states] ?? null;
  return (
    <Badge tone={name ? tones[name] : 'neutral'}>
      {name ? t(`profile.qualification.states.${name}`) : t('common.state.unknown', { value: auditStatus })}
    </Badge>
  );
}

/** State of the review and expiry of the certificates. */
export function QualificationState({ stored }: { readonly stored: StoredQualification }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  const { auditStatus, auditRemark, practiceCertNo, expireTime, updateTime, revision } = stored;
  const daysLeft = expireTime ? daysBetween(now, expireTime, locale.zone) : null;
  return (
    <div className="personal-states">
      <section className="card" aria-label={t('profile.qualification.state')}>
        <header>
          <h2>{t('profile.qualification.state')}</h2>
          <Verdict auditStatus={auditStatus} />
        </header>
        {auditRemark ? <p dir="auto">{auditRemark}</p> : null}
        {daysLeft !== null && daysLeft < 0 ? (
          <p className="form-refusal">{t('profile.qualification.expired')}</p>
        ) : null}
        {daysLeft !== null && daysLeft >= 0 && daysLeft <= warnDays ? (
          <p className="personal-warning">{t('profile.qualification.expiresIn', { count: daysLeft })}</p>
        ) : null}
        <Facts
          label={t('profile.qualification.state')}
          rows={[
            [t('profile.qualification.practiceCertNo'), practiceCertNo],
            [t('profile.qualification.handedIn'), dateText(updateTime, locale)],
            [t('profile.qualification.validUntil'), expireTime ? dateText(expireTime, locale) : null],
          ]}
        />
        <p className="card-note">{t(`profile.qualification.stateHint.${prescribingNow(stored, now)}`)}</p>
      </section>
      {revision ? <Revision revision={revision} prescribing={prescribingNow(stored, now)} /> : null}
    </div>
  );
}

type RevisionProps = {
  readonly revision: NonNullable<StoredQualification['revision']>;
  readonly prescribing: Prescribing;
};

/** A submission after the approved one: in review or rejected. */
function Revision({ revision, prescribing }: RevisionProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { auditStatus, auditRemark, practiceCertNo, updateTime } = revision;
  return (
    <section className="card" aria-label={t('profile.qualification.revision.title')}>
      <header>
        <h2>{t('profile.qualification.revision.title')}</h2>
        <Verdict auditStatus={auditStatus} />
      </header>
      {auditRemark ? (
        <p dir="auto" className="form-refusal">
          {auditRemark}
        </p>
      ) : null}
      <p>{t(`profile.qualification.revision.${auditStatus === 2 ? 'refused' : 'waiting'}`)}</p>
      <p>{t(`profile.qualification.revision.${prescribing}`)}</p>
      <Facts
        label={t('profile.qualification.revision.title')}
        rows={[
          [t('profile.qualification.practiceCertNo'), practiceCertNo],
          [t('profile.qualification.handedIn'), dateText(updateTime, locale)],
        ]}
      />
    </section>
  );
}
