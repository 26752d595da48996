import type { ReactNode } from 'react';
import './page.css';
import { useTranslation } from '../locales/i18n.ts';
import type { Answered } from '../streams/question.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

type PageHeaderProps = { readonly title: string; readonly text?: string; readonly children?: ReactNode };

/** The screen's one heading, what it is about, and what can be done with all of it. A change of screen puts the focus here. */
export function PageHeader({ title, text, children }: PageHeaderProps) {
  return (
    <div className="ui-page-head">
      <h1 tabIndex={-1}>{title}</h1>
      {text ? <p>{text}</p> : null}
      {children ? <div className="ui-page-actions">{children}</div> : null}
    </div>
  );
}

type Props = {
  /** The screen ends where the window ends, and the list on it scrolls; otherwise the screen grows with its content. */
  readonly fill?: boolean;
  readonly children: ReactNode;
};

/** A screen that is not divided into panes: its edge, and the gaps between its parts. */
export function Page({ fill = false, children }: Props) {
  return (
    <div className="page" data-fill={fill || undefined}>
      {children}
    </div>
  );
}

type AskedProps<T> = {
  readonly asked: Answered<T> & { readonly again: () => void };
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
};

/** What one read has come to: grey lines, the thing itself, or what went wrong with a way out. */
export function Asked<T>({ asked, lines = 6, children }: AskedProps<T>) {
  const { t } = useTranslation();
  if (asked.state === 'failed')
    return (
      <EmptyState
        title={t('common.state.failed')}
        text={asked.failure.message}
        action={
          <Button look="outline" size="sm" onClick={asked.again}>
            {t('common.actions.retry')}
          </Button>
        }
      />
    );
  return (
    <Skeleton loading={asked.state === 'loading'} label={t('common.state.loading')} lines={lines}>
      {asked.state === 'ready' ? children(asked.data) : null}
    </Skeleton>
  );
}
