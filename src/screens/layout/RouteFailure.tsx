import { CloudOff, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { NoticePage } from './NoticePage.tsx';

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
