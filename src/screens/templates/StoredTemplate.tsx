import { type ReactNode, useCallback } from 'react';
import type { getTemplate } from '../../../contract/extension/templates.ts';
import type { TemplateId } from '../../../contract/ids.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { ErrorPane } from '../../ui/ErrorPane.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app/app.ts';
import { useQuery } from '../lists/usePages.ts';

export type Stored = ReplyOf<typeof getTemplate>;

type Props = {
  readonly id: TemplateId;
  readonly children: (template: Stored) => ReactNode;
};

/** Loads one template with its content. */
export function StoredTemplate({ id, children }: Props) {
  const { t } = useTranslation();
  const { api } = useApp();
  const answer = useQuery(
    useCallback((signal: AbortSignal) => api.getTemplate({ id }, { signal, quiet: true }), [api, id]),
  );
  if (answer.state === 'failed')
    return (
      <ErrorPane
        title={t('templates.form.loadFailed')}
        text={answer.failure.message}
        retryLabel={t('common.actions.retry')}
        onRetry={answer.reload}
      />
    );
  if (answer.state === 'loading') return <Skeleton loading label={t('templates.form.loading')} lines={4} />;
  return children(answer.data);
}
