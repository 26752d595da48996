import { CircleAlert, EllipsisVertical, MailWarning, Pill, Pin } from 'lucide-react';
import { memo, useMemo } from 'react';
import { isBlank } from '../../../clinical/words/writtenReason.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { draftKey, type ReplyDraft } from '../../domain/drafts.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { CountBadge } from '../../ui/Badge.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { shortTimeText } from '../../ui/format.ts';
import { Menu } from '../../ui/Menu.tsx';
import { AvatarText } from '../../ui/PersonTag.tsx';
import { useWork } from '../app/app.ts';
import { briefText, messageText } from '../chat/bodyText.ts';
import { useLive } from '../hooks/useLive.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useServiceHours } from '../hooks/useServiceHours.ts';
import { useNow, useTicking } from '../hooks/useTicking.ts';
import { useAnswerLimit, useWaitWords, WaitClock } from '../lists/WaitClock.tsx';
import { usePatientColour, usePatientWords } from '../patientFacts/patients.ts';
import { useUnopenedRejections } from '../prescription/rejections.ts';
import type { ConversationRow as Row } from './chatRows.ts';
import { type RowPlace, rowId, unreadWords, useRoom } from './room.ts';
import { useNoAnswer } from './useNoAnswer.ts';

type ConversationMenuProps = {
  readonly orderId: OrderId;
  readonly marked: boolean;
  readonly pinned: boolean;
  readonly sayUpTo: number | null;
  readonly said: boolean;
};

/** Actions on a conversation that do not open it. */
const ConversationMenu = memo(function ConversationMenu({
  orderId,
  marked,
  pinned,
  sayUpTo,
  said,
}: ConversationMenuProps) {
  const { t } = useTranslation();
  const { workspace } = useWork();
  const say = useNoAnswer();
  const entries = [
    ...(sayUpTo === null ? [] : [{ name: 'noAnswer', label: t('workspace.noAnswer.say') }]),
    ...(said ? [{ name: 'noAnswer', label: t('workspace.noAnswer.takeBack') }] : []),
    ...(marked ? [] : [{ name: 'later', label: t('workspace.pane.later') }]),
    { name: 'pin', label: t(pinned ? 'workspace.pane.unpin' : 'workspace.pane.pin') },
  ];
  const choose = (name: string) => {
    if (name === 'noAnswer') void say(orderId, sayUpTo);
    else if (name === 'later') workspace.send({ type: 'chat.markedUnread', orderId });
    else workspace.send({ type: pinned ? 'chat.unpinned' : 'chat.pinned', orderId });
  };
  return (
    <span className="room-row-menu">
      <Menu
        label={t('workspace.chats.more')}
        align="end"
        entries={entries}
        onChoose={choose}
        trigger={(carry) => (
          <IconButton {...carry} size="sm" label={t('workspace.chats.more')}>
            <EllipsisVertical />
          </IconButton>
        )}
      />
    </span>
  );
});

type Props = { readonly row: Row; readonly focused: boolean; readonly place: RowPlace };

/** The unsent text of a conversation, or an empty string. */
function useDraftText({ id }: Row['order']): string {
  const { drafts } = useWork();
  const stored$ = useMemo(() => drafts.draft<ReplyDraft>(draftKey('reply', id)), [drafts, id]);
  const text = useLive(stored$)?.value.text ?? '';
  return isBlank(text) ? '' : text.trim();
}

/** Accessible name of a row: patient, unread count, waiting time. */
function useRowName(
  { order, unread, marked, failed, waitingSince, said, ended, pinned }: Row,
  { place, rejected }: { readonly place: RowPlace; readonly rejected: boolean },
): string {
  const { t } = useTranslation();
  const words = useWaitWords();
  const hours = useServiceHours();
  const limitOf = useAnswerLimit();
  const waiting = useTicking((now) => {
    if (waitingSince === null) return '';
    const limitAt = limitOf(waitingSince);
    // Before the limit has passed, naming it would only make the announcement longer.
    return words({ since: waitingSince, limitAt: now < limitAt ? null : limitAt, hours }, now);
  });
  return [
    order.patient.name,
    unread > 0 ? unreadWords(t, unread) : marked ? t('workspace.chats.marked') : '',
    waiting,
    rejected ? t('workspace.rejected.mark') : '',
    said ? t('workspace.noAnswer.said') : '',
    failed > 0 ? t('workspace.chats.failed', { count: failed }) : '',
    pinned ? t('workspace.chats.pinned') : '',
    ended ? t('workspace.chats.ended') : '',
    place ? t(`workspace.chats.place.${place}`) : '',
  ]
    .filter(Boolean)
    .join(t('shared.list.details'));
}

/** Every message creates new rows; rows with equal values need no new render. */
const isSame = (a: Props, b: Props): boolean =>
  a.focused === b.focused &&
  a.place === b.place &&
  (Object.keys(a.row) as (keyof Row)[]).every((name) => a.row[name] === b.row[name]);

/** A conversation with everything that shows whether it needs the doctor now. */
export const ConversationRow = memo(function ConversationRow({ row, focused, place }: Props) {
  const { t } = useTranslation();
  const limitOf = useAnswerLimit();
  const {
    order,
    last,
    unread,
    marked,
    failed,
    waitingSince,
    said: unneeded,
    sayUpTo,
    ended,
    pinned,
    lastActivity,
  } = row;
  const { patient } = order;
  const room = useRoom();
  const rejected = useUnopenedRejections().some(({ orderId }) => orderId === order.id);
  const words = usePatientWords();
  const locale = useLocale();
  const now = useNow();
  const draft = useDraftText(order);
  const colour = usePatientColour(order.id);
  const brief = order.lastMsg ? briefText(order.lastMsg, order.chiefComplaint ?? null) : '';
  const said = last ? messageText(last) : brief || t('workspace.chats.noMessage');
  return (
    <div className="room-row" data-kind="chat" data-focused={focused || undefined}>
      <button
        type="button"
        className="room-row-main"
        id={rowId(order.id)}
        aria-label={useRowName(row, { place, rejected })}
        aria-current={focused || undefined}
        data-colour={place ? colour : undefined}
        data-place={place ?? undefined}
        onClick={() => room.show(order)}
      >
        <span className="room-row-face">
          <AvatarText name={patient.name} picture={patient.avatar ?? null} />
          {place ? <span data-tooltip={t(`workspace.chats.place.${place}`)} /> : null}
        </span>
        <span className="room-row-body">
          <span className="room-row-line">
            <strong data-unread={unread > 0 || marked || undefined}>{patient.name}</strong>
            {pinned ? <Pin aria-hidden="true" className="room-row-pin" /> : null}
            <span className="room-row-detail room-row-end">
              {waitingSince === null ? (
                <time>{shortTimeText(lastActivity, now, locale)}</time>
              ) : (
                <WaitClock quiet brief terse since={waitingSince} limitAt={limitOf(waitingSince)} />
              )}
            </span>
          </span>
          <span className="room-row-line">
            <span className="room-row-detail">{words.short(patient)}</span>
            <span className="room-row-text">
              {draft ? <em>{`${t('workspace.chats.draft')} `}</em> : null}
              <span dir="auto">{draft || (last?.mine ? t('workspace.chats.you', { text: said }) : said)}</span>
            </span>
            {unneeded ? <span className="room-row-detail">{t('workspace.noAnswer.said')}</span> : null}
            {ended ? <span className="room-row-detail">{t('workspace.chats.ended')}</span> : null}
            {rejected ? (
              <span className="room-row-failed">
                <Pill aria-hidden="true" />
                <span>{t('workspace.rejected.mark')}</span>
              </span>
            ) : null}
            {failed > 0 ? (
              <span className="room-row-failed">
                <CircleAlert aria-hidden="true" />
                <span>{t('workspace.chats.failedMark')}</span>
              </span>
            ) : null}
            {marked && unread === 0 ? <MailWarning aria-hidden="true" className="room-row-pin" /> : null}
            <CountBadge count={unread} />
          </span>
        </span>
      </button>
      {ended ? null : <ConversationMenu {...{ marked, pinned, sayUpTo, said: unneeded }} orderId={order.id} />}
    </div>
  );
}, isSame);
