import { type ReactNode, useMemo, useState } from 'react';
import type { Answer } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { question } from '../../streams/question.ts';
import { Button } from '../../ui/Button.tsx';
import { Asked } from './Asked.tsx';

type Page<T> = { readonly list: readonly T[]; readonly total: number };
type Props<T> = {
  readonly ask: (pageNo: number, signal: AbortSignal) => Promise<Answer<Page<T>>>;
  readonly pageSize: number;
  readonly empty: string;
  readonly children: (row: T) => ReactNode;
};

/** A long list, a page at a time; each page loads and fails alone, so that what is there stays. */
export function Paged<T>({ ask, pageSize, empty, children }: Props<T>) {
  const [shown, setShown] = useState(1);
  return Array.from({ length: shown }, (_, index) => (
    <OnePage
      // biome-ignore lint/suspicious/noArrayIndexKey: pages are known by their number.
      key={index}
      pageNo={index + 1}
      pageSize={pageSize}
      ask={ask}
      empty={empty}
      onMore={index + 1 === shown ? () => setShown(shown + 1) : null}
    >
      {children}
    </OnePage>
  ));
}

type OneProps<T> = Props<T> & { readonly pageNo: number; readonly onMore: (() => void) | null };

function OnePage<T>({ pageNo, pageSize, ask, empty, onMore, children }: OneProps<T>) {
  const { t } = useTranslation();
  const asked = useMemo(() => question((signal) => ask(pageNo, signal)), [ask, pageNo]);
  return (
    <Asked question={asked}>
      {({ list, total }) => (
        <>
          {total === 0 ? <p className="history-note">{empty}</p> : null}
          {list.map(children)}
          {onMore && pageNo * pageSize < total ? (
            <Button size="sm" look="ghost" onClick={onMore}>
              {t('workspace.history.more')}
            </Button>
          ) : null}
        </>
      )}
    </Asked>
  );
}
