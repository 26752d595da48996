import { useState } from 'react';
import type { QuickReply } from '../../../contract/http/consult.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { CountBadge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app/app.ts';
import { useQuickReplies } from '../chat/useQuickReplies.ts';
import { groupsOf, OwnReplies } from './OwnReplies.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { ReplyGroups, ReplyRow } from './ReplyRow.tsx';

/** Value of the platform's `type` for replies shared by the department. */
const shared = 2;

const inOrder = (replies: readonly QuickReply[]) =>
  [...replies].sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0) || a.id.localeCompare(b.id, undefined, { numeric: true }));

/** The doctor's own replies to edit, and the department's replies to use. */
export function QuickReplySetup() {
  const { api, toasts } = useApp();
  const { t } = useTranslation();
  const { state, found, reload, refresh } = useQuickReplies('');
  const [template, setTemplate] = useState<QuickReply | null>(null);
  const replies = inOrder(found);
  const own = replies.filter(({ type }) => type !== shared);
  const department = replies.filter(({ type }) => type === shared);
  if (state === 'failed')
    return (
      <EmptyState
        title={t('common.state.failed')}
        action={
          <Button look="outline" size="sm" onClick={reload}>
            {t('common.actions.retry')}
          </Button>
        }
      />
    );
  return (
    <div className="setup-replies">
      <ReplyForm
        label={t('settings.replies.new')}
        submitLabel={t('common.actions.add')}
        edited={null}
        template={template}
        groups={groupsOf(own)}
        save={(written) => api.createQuickReply(written, { quiet: true })}
        onSaved={() => {
          reload();
          toasts.show({ tone: 'success', text: t('settings.replies.added') });
        }}
      />
      <Skeleton loading={state === 'loading'} label={t('common.state.loading')} lines={10}>
        <div className="setup">
          <OwnReplies replies={own} reload={refresh} onUse={setTemplate} />
          <section className="card" aria-label={t('settings.replies.department')}>
            <header>
              <h2>{t('settings.replies.department')}</h2>
              <CountBadge count={department.length} tone="neutral" />
            </header>
            {department.length === 0 ? <p className="card-note">{t('settings.replies.noneShared')}</p> : null}
            <ReplyGroups
              replies={department}
              row={(reply) => <ReplyRow key={reply.id} reply={reply} onUse={setTemplate} changes={null} />}
            />
          </section>
        </div>
      </Skeleton>
    </div>
  );
}
