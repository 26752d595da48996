import { CloudOff, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import './layout.css';

/** The code of a screen did not load in time. */
export class ChunkTimeout extends Error {
  override name = 'ChunkTimeout';
}

/** Error messages of Chromium, Firefox and Safari for a failed module import, and of Vite for its styles. */
const importErrors = /dynamically imported module|importing a module script failed|unable to preload css/i;

/**
 * Whether a screen failed because its code could not be loaded (a new version or no connection) rather than because of
 * a bug.
 */
export const isChunkFailure = (error: unknown): boolean =>
  error instanceof ChunkTimeout || (error instanceof Error && importErrors.test(error.message));

/** Rejects if the code of a screen takes longer than `ms`. */
export function loadWithin<T>(ms: number, chunk: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkTimeout()), ms);
    const settle =
      <V,>(then: (value: V) => void) =>
      (value: V) => {
        clearTimeout(timer);
        then(value);
      };
    chunk().then(settle(resolve), settle(reject));
  });
}

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
