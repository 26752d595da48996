import { CloudOff, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { isChunkFailure } from '../../ui/onDemand.ts';
import './layout.css';

type RouteFailureProps = {
  readonly onReload: () => void;
  /** Called once per error, for the log. */
  readonly onError: (error: unknown) => void;
};

/** Replaces a screen that failed; reloading loses no text, because drafts are stored on this device. */
export function RouteFailure({ onReload, onError }: RouteFailureProps) {
  const { t } = useTranslation();
  const error = useRouteError();
  const missing = isChunkFailure(error);
  useEffect(() => {
    onError(error);
  }, [error, onError]);
  return (
    <NoticePage
      icon={missing ? CloudOff : TriangleAlert}
      tone="danger"
      title={t(missing ? 'layout.chunkFailed.title' : 'layout.crashed.title')}
      text={t(missing ? 'layout.chunkFailed.text' : 'layout.crashed.text')}
    >
      <Button onClick={onReload}>{t('common.actions.reload')}</Button>
    </NoticePage>
  );
}

type Props = {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly tone?: 'danger';
  readonly children?: ReactNode;
};

/** A page that says why a screen is not shown and what to do. */
export function NoticePage({ icon: Icon, title, text, tone, children }: Props) {
  return (
    <div className="page-notice">
      <EmptyState
        isScreen
        icon={<Icon aria-hidden="true" />}
        title={title}
        text={text}
        tone={tone}
        action={children ? <div>{children}</div> : null}
      />
    </div>
  );
}
