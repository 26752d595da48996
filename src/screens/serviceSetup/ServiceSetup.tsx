import { useCallback, useState } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useApp } from '../app.ts';
import { LeaveGuard } from '../LeaveGuard.tsx';
import { Page, PageHeader, QueryResult } from '../Page.tsx';
import { useTab } from '../useFilters.ts';
import { useQuery } from '../usePages.ts';
import { DiseaseTags } from './DiseaseTags.tsx';
import { ServiceForm } from './ServiceForm.tsx';
import './setup.css';
import { CopyPlus, Trash2 } from 'lucide-react';
import type { QuickReply } from '../../../contract/http/consult.ts';
import type { QuickReplyId } from '../../../contract/ids.ts';
import { CountBadge } from '../../ui/Badge.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useQuickReplies } from '../chat/useQuickReplies.ts';
import { NewReply } from './NewReply.tsx';
import { RemovedRow, useRemovals } from './RemovedRow.tsx';

type ReplyListProps = {
  readonly title: string;
  readonly replies: readonly QuickReply[];
  readonly none: string;
  /** Null if the doctor may not delete these replies. */
  readonly onRemoved: (() => void) | null;
  readonly onUse: (reply: QuickReply) => void;
};

/** Quick replies with their actions. */
function ReplyList({ title, replies, none, onRemoved, onUse }: ReplyListProps) {
  const { api } = useApp();
  const { t } = useTranslation();
  const removing = useRemovals<QuickReplyId>(
    (id) => api.deleteQuickReply({ id }, { quiet: true }),
    () => onRemoved?.(),
  );
  return (
    <section className="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <CountBadge count={replies.length} tone="neutral" />
      </header>
      {replies.length === 0 ? <p className="card-note">{none}</p> : null}
      <ul className="setup-rows">
        {replies.map((reply) => {
          const { id, title: name, content } = reply;
          const called = name || content;
          const removal = removing.of(id);
          if (removal)
            return (
              <RemovedRow
                key={id}
                text={t('settings.replies.deleted', { name: called })}
                removal={removal}
                onUndo={() => removing.undo(id)}
              />
            );
          return (
            <li key={id}>
              <div>
                {name ? <strong>{name}</strong> : null}
                <p>{content}</p>
              </div>
              <IconButton
                size="sm"
                label={t('settings.replies.use', { name: called })}
                onClick={() => onUse({ ...reply })}
              >
                <CopyPlus />
              </IconButton>
              {onRemoved ? (
                <IconButton
                  size="sm"
                  label={t('settings.replies.delete', { name: called })}
                  onClick={() => removing.remove(id)}
                >
                  <Trash2 />
                </IconButton>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Value of the platform's `type` for replies shared by the department. */
const shared = 2;

const inOrder = (replies: readonly QuickReply[]) =>
  [...replies].sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0) || a.id.localeCompare(b.id, undefined, { numeric: true }));

/** The doctor's own replies to edit, and the department's replies to use. */
function QuickReplySetup() {
  const { t } = useTranslation();
  const { state, found, reload } = useQuickReplies('');
  const [template, setTemplate] = useState<QuickReply | null>(null);
  const replies = inOrder(found);
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
      <NewReply template={template} onAdded={reload} />
      <Skeleton loading={state === 'loading'} label={t('common.state.loading')} lines={10}>
        <div className="setup">
          <ReplyList
            title={t('settings.replies.mine')}
            replies={replies.filter(({ type }) => type !== shared)}
            none={t('settings.replies.none')}
            onRemoved={reload}
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

/** Consultation types with their terms. */
function Services() {
  const { api } = useApp();
  const { t } = useTranslation();
  const result = useQuery(useCallback((signal) => api.getConsultConfigs({}, { signal, quiet: true }), [api]));
  return (
    <div className="setup">
      <p className="card-note">{t('settings.services.text')}</p>
      <QueryResult result={result} lines={10}>
        {(configs) =>
          configs.length === 0 ? (
            <EmptyState title={t('settings.services.none')} text={t('settings.services.noneText')} />
          ) : (
            <div className="setup-services">
              {configs.map((config) => (
                <ServiceForm key={config.id} config={config} />
              ))}
            </div>
          )
        }
      </QueryResult>
    </div>
  );
}

const tabs = ['services', 'replies', 'tags'] as const;

/** Services that the doctor offers, quick replies and frequent diagnoses. */
export function ServiceSetup() {
  const { t } = useTranslation();
  const { tab, setTab, isOpened } = useTab(tabs);
  return (
    <LeaveGuard>
      <Page>
        <PageHeader title={t('settings.title')} />
        <Tabs
          label={t('settings.title')}
          current={tab}
          onChange={setTab}
          keepPanels
          tabs={[
            {
              name: 'services',
              label: t('settings.services.title'),
              panel: isOpened('services') ? <Services /> : null,
            },
            {
              name: 'replies',
              label: t('settings.replies.title'),
              panel: isOpened('replies') ? <QuickReplySetup /> : null,
            },
            { name: 'tags', label: t('settings.tags.title'), panel: isOpened('tags') ? <DiseaseTags /> : null },
          ]}
        />
      </Page>
    </LeaveGuard>
  );
}
