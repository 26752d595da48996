import { CloudOff, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import './layout.css';

/** A part of the program did not arrive in time. */
export class ChunkTimeout extends Error {
  override name = 'ChunkTimeout';
}

/** How Chromium, Firefox and Safari say that a module could not be fetched, and Vite that its style could not. */
const said = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Whether a screen failed because its program did not come (a new version, a lost connection) rather than by a fault in it. */
export const isChunkFailure = (error: unknown): boolean =>
  error instanceof ChunkTimeout || (error instanceof Error && said.test(error.message));

/** Gives up on a screen's program after that long (specification, section 9: 120 s). */
export function within<T>(ms: number, chunk: () => Promise<T>): Promise<T> {
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
  /** Told once of each error, for the log. */
  readonly onError: (error: unknown) => void;
};

/** What a route shows instead of its screen when that failed. Reloading keeps what was typed: drafts are on this device. */
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

/** A page that says why the wanted one is not shown, and what to do. */
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
