import { Suspense, useEffect, useMemo, useState } from 'react';
import type { ConversationId } from '../../../contract/ids.ts';
import { picturesOf, type ShownPicture } from '../../domain/attachedFiles.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { createTranscript, type Transcript } from '../../streams/transcript.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { laterPart } from '../../ui/LaterPart.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app/app.ts';
import { useLinks } from '../app/links.ts';
import { ChatLog } from '../chat/ChatLog.tsx';
import { PrintedMessages } from '../chat/PrintedMessages.tsx';
import type { RowActions } from '../chat/rowActions.ts';
import { useLive } from '../hooks/useLive.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { usePrinting } from '../print/usePrinting.ts';
import './transcript.css';

const PictureViewer = laterPart(() => import('../chat/PictureViewer.tsx').then((m) => m.PictureViewer), 'floating');

type Props = {
  readonly read: Transcript;
  readonly patientName: string;
  readonly doctorName?: string | null;
  /** Says on paper what to do where earlier messages are not loaded. */
  readonly printedInPart?: string;
  /** Follows the card of the record in the conversation. */
  readonly openRecord: () => void;
  /** Follows the card of a prescription. */
  readonly openPrescription: RowActions['openPrescription'];
};

const nothing = () => {};
const nowhere = async () => {};

/** The transcript of a conversation, as far as it is loaded; null while the conversation is unknown. */
export function useTranscript(conversationId: ConversationId | null): Transcript | null {
  const { api } = useApp();
  const read = useMemo(
    () =>
      conversationId &&
      // Not quiet: the reader asked for this page, so each failure shows a toast, unlike in an open conversation.
      createTranscript(conversationId, (which, options) => api.queryImMessages(which, options)),
    [api, conversationId],
  );
  useEffect(() => {
    read?.open();
    return () => read?.close();
  }, [read]);
  return read;
}

/** The messages of a consultation, without actions. */
export function TranscriptLog(props: Props) {
  const { read, patientName, doctorName = null, printedInPart, openRecord, openPrescription } = props;
  const { t } = useTranslation();
  const locale = useLocale();
  const links = useLinks();
  const live = useLive(read.timeline$);
  // Nothing is unread in an ended conversation.
  const timeline = useMemo(() => ({ ...live, doctorReadUpTo: Number.POSITIVE_INFINITY }), [live]);
  const failure = useLive(read.failure$);
  const printing = usePrinting();
  const [picture, setPicture] = useState<ShownPicture | null>(null);
  const actions = useMemo<RowActions>(
    () => ({
      resend: nothing,
      discard: nothing,
      isRecallable: () => false,
      recall: nothing,
      copy: (text) => void navigator.clipboard.writeText(text),
      openPicture: setPicture,
      openPrescription,
      openRecord,
      fileLink: links.linkOf,
      renewLink: links.renew,
      linkRefusal: links.refusalOf,
    }),
    [links, openPrescription, openRecord],
  );
  const retry = (
    <Button look="outline" size="sm" onClick={read.older}>
      {t('common.actions.retry')}
    </Button>
  );
  return (
    <section className="transcript" aria-label={t('orders.archive.transcript')}>
      {picture ? (
        <Suspense>
          <PictureViewer
            key={picture.url}
            patientName={patientName}
            pictures={picturesOf(timeline.messages)}
            opened={picture}
            linkOf={links.linkOf}
            renew={links.renew}
            refusalOf={links.refusalOf}
            onClose={() => setPicture(null)}
          />
        </Suspense>
      ) : null}
      {printing ? (
        <PrintedMessages
          timeline={timeline}
          speakers={{ patient: patientName, doctor: doctorName }}
          inPart={printedInPart ?? t('chat.printed.inPart')}
        />
      ) : null}
      {timeline.state === 'failed' ? (
        <EmptyState title={t('common.state.failed')} text={failure?.message ?? ''} action={retry} />
      ) : (
        <Skeleton loading={timeline.state === 'loading'} label={t('common.state.loading')} lines={10}>
          {failure ? (
            <p className="transcript-failed" role="alert">
              <span>{`${t('orders.archive.olderFailed')} ${failure.message} `}</span>
              {retry}
            </p>
          ) : null}
          <ChatLog
            timeline={timeline}
            locale={locale}
            actions={actions}
            label={t('orders.archive.log', { patient: patientName })}
            patientName={patientName}
            doctorName={doctorName}
            cardOf={() => null}
            loadOlder={read.older}
            reachBack={nowhere}
            goal={null}
            uncovered={false}
            seen={nothing}
          />
        </Skeleton>
      )}
    </section>
  );
}

type WholeProps = { readonly of: ConversationId; readonly patientName: string };

const stay = () => {};

/** A transcript beside its record and prescription, so that their cards lead nowhere. */
export function TranscriptBeside({ of, patientName }: WholeProps) {
  const read = useTranscript(of);
  return read ? (
    <TranscriptLog read={read} patientName={patientName} openRecord={stay} openPrescription={stay} />
  ) : null;
}
