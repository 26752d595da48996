import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import type { Question } from '../../streams/question.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useLive } from '../useLive.ts';

type Props<T> = { readonly question: Question<T>; readonly children: (data: T) => ReactNode };

/** What a question to the platform is shown as: loading, failed with a way to ask again, or the answer. */
export function Asked<T>({ question, children }: Props<T>) {
  const { t } = useTranslation();
  const answer = useLive(question.answer$);
  if (answer.state === 'failed')
    return (
      <div className="history-note" role="alert">
        <p>
          {t('common.state.failed')}: {answer.failure.message}
        </p>
        <Button size="sm" look="outline" onClick={question.again}>
          {t('common.actions.retry')}
        </Button>
      </div>
    );
  return (
    <Skeleton loading={answer.state === 'loading'} label={t('common.state.loading')} lines={3}>
      {answer.state === 'ready' ? children(answer.data) : null}
    </Skeleton>
  );
}
