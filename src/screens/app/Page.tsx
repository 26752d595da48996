import type { ReactNode } from 'react';
import './page.css';
import { useTranslation } from '../../locales/i18n.ts';
import type { QueryState } from '../../streams/query.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton, SkeletonLines } from '../../ui/Skeleton.tsx';

type PageHeaderProps = { readonly title: string; readonly text?: string; readonly children?: ReactNode };

/** The heading of a screen, its description and actions; after navigation it gets the focus. */
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
  /** The screen has the height of the window and its list scrolls; otherwise the screen grows with its content. */
  readonly fill?: boolean;
  readonly children: ReactNode;
};

/** A screen without panes: margins and gaps. */
export function Page({ fill = false, children }: Props) {
  return (
    <div className="page" data-fill={fill || undefined} data-printable={fill ? undefined : ''}>
      {children}
    </div>
  );
}

type QueryResultProps<T> = {
  readonly result: QueryState<T> & { readonly reload: () => void };
  readonly lines?: number;
  /** Under a heading that is there already, the placeholder is shown without a wait. */
  readonly underHeading?: boolean;
  readonly children: (data: T) => ReactNode;
};

/** Renders a request: loading, its result, or the error with a retry button. */
export function QueryResult<T>({ result, lines = 6, underHeading = false, children }: QueryResultProps<T>) {
  const { t } = useTranslation();
  if (result.state === 'failed')
    return (
      <EmptyState
        title={t('common.state.failed')}
        text={result.failure.message}
        action={
          <Button look="outline" size="sm" onClick={result.reload}>
            {t('common.actions.retry')}
          </Button>
        }
      />
    );
  if (underHeading && result.state === 'loading')
    return <SkeletonLines label={t('common.state.loading')} lines={lines} />;
  return (
    <Skeleton loading={result.state === 'loading'} label={t('common.state.loading')} lines={lines}>
      {result.state === 'ready' ? children(result.data) : null}
    </Skeleton>
  );
}
