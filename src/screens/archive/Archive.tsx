import { useCallback } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { orderDetail } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Asked } from '../Asked.tsx';
import { useApp } from '../app.ts';
import { orderState } from '../orderState.ts';
import { Page } from '../Page.tsx';
import { useQuestion } from '../useQuestion.ts';
import { ArchivePapers } from './ArchivePapers.tsx';
import { ArchiveTranscript } from './ArchiveTranscript.tsx';
import { PrintButton } from './PrintButton.tsx';
import { PrintedTranscript } from './PrintedTranscript.tsx';
import { useTranscript } from './useTranscript.ts';
import './archive.css';

/** A finished consultation to be read: what was said, written and prescribed, and when. */
export function Archive() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = search.get('id') as OrderId | null;
  if (id) return <One key={id} id={id} />;
  return (
    <Page>
      <PageHeader title={t('orders.archive.untitled')} />
      <EmptyState
        title={t('orders.archive.missing')}
        action={
          <Link className="page-link" to="/orderRecord">
            {t('orders.detail.back')}
          </Link>
        }
      />
    </Page>
  );
}

function One({ id }: { readonly id: OrderId }) {
  const { api } = useApp();
  const { t } = useTranslation();
  const asked = useQuestion(useCallback((signal) => api.orderDetail({ id }, { signal, quiet: true }), [api, id]));
  if (asked.state === 'ready') return <Opened order={asked.data} />;
  return (
    <Page>
      <PageHeader title={t('orders.archive.untitled')} />
      <Asked asked={asked} lines={12}>
        {() => null}
      </Asked>
    </Page>
  );
}

function Opened({ order }: { readonly order: ReplyOf<typeof orderDetail> }) {
  const { t } = useTranslation();
  const read = useTranscript(order.conversationId);
  const { text, tone } = orderState(order.status, t);
  return (
    <Page fill>
      <PageHeader title={t('orders.archive.title', { patient: order.patient.name })}>
        <div className="page-acts">
          <Badge tone={tone}>{text}</Badge>
          <Link className="page-link" to={`/orderRecord/detail?id=${order.id}`}>
            {t('orders.detail.title', { number: order.orderNo })}
          </Link>
          <PrintButton read={read} />
        </div>
      </PageHeader>
      <div className="archive">
        <ArchiveTranscript order={order} read={read} />
        <PrintedTranscript timeline$={read.timeline$} />
        <ArchivePapers order={order} />
      </div>
    </Page>
  );
}
