import { Printer } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { Link, useSearchParams } from 'react-router-dom';
import type { orderDetail } from '../../../contract/http/consult.ts';
import type { ConversationId, OrderId } from '../../../contract/ids.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import type { Timeline } from '../../domain/timeline.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Live } from '../../streams/live.ts';
import { type Transcript, transcript } from '../../streams/transcript.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { useApp } from '../app.ts';
import { messageText } from '../chat/bodyText.ts';
import { useShortcut } from '../keyboard/registry.ts';
import { Asked, Page, PageHeader } from '../Page.tsx';
import { orderState } from '../prescriptionState.ts';
import { useLive } from '../useLive.ts';
import { useLocale } from '../useLocale.ts';
import { useQuestion } from '../usePages.ts';
import { ArchivePapers } from './ArchivePapers.tsx';
import { ArchiveTranscript } from './ArchiveTranscript.tsx';
import './archive.css';
import { readOrderId } from '../../domain/readId.ts';

const onPaper = () => window.matchMedia?.('print').matches ?? false;
let printing = false;

/** Browsers take the page as it stands when the event ends, so it has to be drawn for paper before that. */
function subscribe(changed: () => void): () => void {
  const media = window.matchMedia?.('print');
  const set = (next: boolean) => () => {
    printing = next;
    flushSync(changed);
  };
  const [begin, end] = [set(true), set(false)];
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  media?.addEventListener?.('change', changed);
  return () => {
    printing = false;
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    media?.removeEventListener?.('change', changed);
  };
}

/** Whether the page is being drawn for paper, however that was asked for: by the button, the keys or the browser's menu. */
const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing || onPaper());

type PrintedTranscriptProps = { readonly timeline$: Live<Timeline> };

/** Every message on paper, while the page is printed: on the screen only those in view exist. */
const PrintedTranscript = ({ timeline$ }: PrintedTranscriptProps) =>
  usePrinting() ? <Lines timeline$={timeline$} /> : null;

function Lines({ timeline$ }: PrintedTranscriptProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { messages, hasOlder } = useLive(timeline$);
  return (
    <section className="archive-printed">
      <h2>{t('orders.archive.transcript')}</h2>
      {hasOlder ? <p>{t('orders.archive.printedInPart')}</p> : null}
      <ol>
        {messages.map((message) => (
          <li key={message.key}>
            <time>{dateTimeText(message.sendTime, locale)}</time>
            {message.body.kind === 'notice' && !message.recalled ? null : (
              <strong>{message.mine ? t('orders.archive.doctor') : t('orders.archive.patient')}</strong>
            )}
            <span>{messageText(message)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

type PrintButtonProps = { readonly read: Transcript };

/** Prints the whole consultation: what has not been read of the transcript is fetched first, and the button says how far that is. */
function PrintButton({ read }: PrintButtonProps) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const [loading, setLoading] = useState(false);
  async function print() {
    if (loading) return;
    setLoading(true);
    const whole = await read.all();
    setLoading(false);
    if (whole) window.print();
    else toasts.show({ tone: 'danger', text: t('orders.archive.printFailed') });
  }
  useShortcut('print', () => void print());
  return (
    <>
      <Button look="outline" size="sm" busy={loading} onClick={() => void print()}>
        <Printer aria-hidden="true" />
        {t('orders.archive.print')}
      </Button>
      {loading ? <Progress read={read} /> : null}
    </>
  );
}

function Progress({ read }: PrintButtonProps) {
  const { t } = useTranslation();
  const { length } = useLive(read.timeline$).messages;
  return (
    <span role="status" className="archive-progress">
      {t('orders.archive.printLoading', { count: length })}
    </span>
  );
}

/** What was said in a conversation that has ended, as far as it has been asked for. */
function useTranscript(conversationId: ConversationId): Transcript {
  const { api } = useApp();
  const read = useMemo(
    () => transcript(conversationId, (which, signal) => api.queryImMessages(which, { signal, quiet: true })),
    [api, conversationId],
  );
  useEffect(() => {
    read.open();
    return () => read.close();
  }, [read]);
  return read;
}

/** A finished consultation to be read: what was said, written and prescribed, and when. */
export function Archive() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = readOrderId(search.get('id'));
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
