import { useCallback } from 'react';
import { capacityOf } from '../../domain/capacity.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { CountBadge } from '../../ui/CountBadge.tsx';
import { useApp } from '../app.ts';
import { useQuestion } from '../useQuestion.ts';

type Props = {
  /** Null while it is not known. */
  readonly running: number | null;
};

/** How many consultations are running, and how many the doctor takes at once: no more can be accepted then. */
export function Capacity({ running }: Props) {
  const { t } = useTranslation();
  const { api } = useApp();
  const asked = useQuestion(useCallback((signal) => api.getConsultConfigs({}, { signal, quiet: true }), [api]));
  const places = asked.state === 'ready' ? capacityOf(asked.data) : null;
  if (places === null) return <CountBadge count={running} tone="neutral" />;
  const text = t('workspace.chats.capacity', { running: running ?? t('workspace.chats.unknown'), places });
  return (
    <span
      className="ui-count"
      data-tone={running !== null && running >= places ? 'danger' : 'neutral'}
      data-tooltip={text}
    >
      <span aria-hidden="true">
        {running ?? '–'}/{places}
      </span>
      <span className="ui-hidden">{text}</span>
    </span>
  );
}
