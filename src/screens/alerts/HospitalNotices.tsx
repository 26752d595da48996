import { X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { nothing$ } from '../../streams/live.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import { useSettingText } from '../hooks/useSetting.ts';

/** How many hidden notices are remembered; older ones have long ended. */
const remembered = 100;

type Props = {
  /** A value of the dictionary banner_position. */
  readonly position: number;
};

/** The hospital's notices for one place. A person hides a notice on all their devices; urgent ones cannot be hidden. */
export function HospitalNotices({ position }: Props) {
  const { t } = useTranslation();
  const service = useLive(useApp().alerts$)?.notices;
  const list = useLive(service?.list$ ?? nothing$);
  const [stored, store] = useSettingText('notices.hidden', '');
  const hidden = stored.split(',');
  const shown = (list?.value ?? []).filter((one) => one.position === position && !hidden.includes(one.id));
  if (list?.state === 'failed' && position === 1)
    return (
      <Notice
        tone="danger"
        title={t('home.notices.failed')}
        actions={
          <Button size="sm" look="outline" tone="neutral" onClick={service?.refresh}>
            {t('common.actions.retry')}
          </Button>
        }
      />
    );
  if (shown.length === 0) return null;
  return (
    <section className="hospital-notices" aria-label={t('home.notices.title')}>
      {shown.map(({ id, tone, title, text, link }) => (
        <Notice
          key={id}
          tone={tone}
          title={title}
          actions={
            <>
              {link?.startsWith('/') ? (
                <Link className="page-link" to={link}>
                  {t('home.notices.more')}
                </Link>
              ) : link ? (
                <a className="page-link" href={link} target="_blank" rel="noopener noreferrer">
                  {t('home.notices.more')}
                </a>
              ) : null}
              {tone === 'danger' ? null : (
                <IconButton
                  size="sm"
                  label={t('home.notices.hide', { title })}
                  onClick={() => store([id, ...hidden].slice(0, remembered).filter(Boolean).join(','))}
                >
                  <X />
                </IconButton>
              )}
            </>
          }
        >
          {text}
        </Notice>
      ))}
    </section>
  );
}
