import { lazy, Suspense, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { type Picture, picturesOf } from '../../domain/attachedFiles.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Transcript } from '../../streams/transcript.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ChatLog } from '../chat/ChatLog.tsx';
import type { RowActions } from '../chat/rowActions.ts';
import { useLinks } from '../links.ts';
import { useLive } from '../useLive.ts';
import { useLocale } from '../useLocale.ts';
import { documentsId } from './ArchiveDocuments.tsx';

const PictureViewer = lazy(() =>
  import('../chat/PictureViewer.tsx').then((module) => ({ default: module.PictureViewer })),
);

type Props = { readonly order: ConsultOrder; readonly read: Transcript };

const nothing = () => {};
const nowhere = async () => {};

/** The messages of an ended consultation, without actions. */
export function ArchiveTranscript({ order, read }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const links = useLinks();
  const navigate = useNavigate();
  const live = useLive(read.timeline$);
  // Nothing is unread in an ended conversation.
  const timeline = useMemo(() => ({ ...live, doctorReadUpTo: Number.POSITIVE_INFINITY }), [live]);
  const failure = useLive(read.failure$);
  const [picture, setPicture] = useState<Picture | null>(null);
  const actions = useMemo<RowActions>(
    () => ({
      resend: nothing,
      discard: nothing,
      isRecallable: () => false,
      recall: nothing,
      copy: (text) => void navigator.clipboard.writeText(text),
      openPicture: setPicture,
      openPrescription: (id) => void navigate(`/prescriptionRecord?id=${id}`),
      openRecord: () => document.getElementById(documentsId)?.scrollIntoView(),
      fileLink: links.linkOf,
      renewLink: links.renew,
    }),
    [links, navigate],
  );
  const retry = (
    <Button look="outline" size="sm" onClick={read.older}>
      {t('common.actions.retry')}
    </Button>
  );
  return (
    <section className="archive-transcript" aria-label={t('orders.archive.transcript')}>
      {timeline.state === 'failed' ? (
        <EmptyState title={t('common.state.failed')} text={failure?.message ?? ''} action={retry} />
      ) : (
        <Skeleton loading={timeline.state === 'loading'} label={t('common.state.loading')} lines={10}>
          {failure ? (
            <p className="archive-failed" role="alert">
              {t('orders.archive.olderFailed')} {failure.message} {retry}
            </p>
          ) : null}
          <ChatLog
            timeline={timeline}
            locale={locale}
            actions={actions}
            label={t('orders.archive.log', { patient: order.patient.name })}
            cardOf={() => null}
            loadOlder={read.older}
            reachBack={nowhere}
            goal={null}
            uncovered={false}
            seen={nothing}
          />
        </Skeleton>
      )}
      {picture ? (
        <Suspense>
          <PictureViewer
            pictures={picturesOf(timeline.messages)}
            opened={picture}
            linkOf={links.linkOf}
            renew={links.renew}
            onClose={() => setPicture(null)}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
