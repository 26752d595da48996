import { useState } from 'react';
import type { QuickReply } from '../../../contract/http/consult.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useQuickReplies } from '../chat/quickReplies.ts';
import { NewReply } from './NewReply.tsx';
import { ReplyList } from './ReplyList.tsx';
import './setup.css';

/** Whose reply it is: the platform's `type`. */
const shared = 2;

const inOrder = (replies: readonly QuickReply[]) =>
  [...replies].sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0) || a.id.localeCompare(b.id, undefined, { numeric: true }));

/** The doctor's own replies, to add to and take from, and the department's, to use. */
export function QuickReplySetup() {
  const { t } = useTranslation();
  const { state, found, again } = useQuickReplies('');
  const [template, setTemplate] = useState<QuickReply | null>(null);
  const replies = inOrder(found);
  if (state === 'failed')
    return (
      <EmptyState
        title={t('common.state.failed')}
        action={
          <Button look="outline" size="sm" onClick={again}>
            {t('common.actions.retry')}
          </Button>
        }
      />
    );
  return (
    <div className="setup-replies">
      <NewReply template={template} onAdded={again} />
      <Skeleton loading={state === 'loading'} label={t('common.state.loading')} lines={10}>
        <div className="setup">
          <ReplyList
            title={t('settings.replies.mine')}
            replies={replies.filter(({ type }) => type !== shared)}
            none={t('settings.replies.none')}
            onRemoved={again}
            onUse={setTemplate}
          />
          <ReplyList
            title={t('settings.replies.department')}
            replies={replies.filter(({ type }) => type === shared)}
            none={t('settings.replies.noneShared')}
            onRemoved={null}
            onUse={setTemplate}
          />
        </div>
      </Skeleton>
    </div>
  );
}
