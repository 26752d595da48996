import type { ReactNode } from 'react';
import { useTranslation } from '../locales/i18n.ts';
import type { Answered } from '../streams/question.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

type Props<T> = {
  readonly asked: Answered<T> & { readonly again: () => void };
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
};

/** What one read has come to: grey lines, the thing itself, or what went wrong with a way out. */
export function Asked<T>({ asked, lines = 6, children }: Props<T>) {
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
