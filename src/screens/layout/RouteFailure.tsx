import { CloudOff, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { isChunkFailure } from './chunkFailure.ts';
import { NoticePage } from './NoticePage.tsx';

type Props = {
  readonly onReload: () => void;
  /** Told once of each error, for the log. */
  readonly onError: (error: unknown) => void;
};

/** What a route shows instead of its screen when that failed. Reloading keeps what was typed: drafts are on this device. */
export function RouteFailure({ onReload, onError }: Props) {
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
