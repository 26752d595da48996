import { useSelector } from '@xstate/react';
import { ArrowLeft, ClipboardList, FileText, History, type LucideIcon, MessageSquare, Pill, X } from 'lucide-react';
import type { ConversationId, OrderId } from '../../../contract/ids.ts';
import type { SidePanel } from '../../domain/paneLayout.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import { newFindingCount } from '../../machines/selectors/prescription.ts';
import { CountBadge } from '../../ui/Badge.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { TabList, type TabListProps } from '../../ui/Tabs.tsx';
import { useWork } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import { twicePerSecond } from '../patientFacts/patients.ts';
import { useUnopenedRejections } from '../prescription/rejections.ts';
import { paneId, panelId, tabId, unreadWords } from './room.ts';

/** A row of tabs whose panel is elsewhere in the pane. */
function TabRow<Name extends string>(props: TabListProps<Name>) {
  return (
    <div className="ui-tabs" data-look="row">
      <TabList {...props} />
    </div>
  );
}

type Props = {
  readonly orderId: OrderId;
  readonly conversationId: ConversationId;
  /** Null until the prescription is first opened. */
  readonly prescription: PrescriptionActor | null;
  readonly patient: string;
  /** True if there is no room beside the chat, so that the chat is one of the tabs. */
  readonly withChat: boolean;
  /** The tabs share one row with everything else, so that icons stand for words where there is no room. */
  readonly withIcons: boolean;
  /** Side panels of the current stage. */
  readonly available: readonly SidePanel[];
  readonly sidePanel: SidePanel | null;
  readonly onSidePanel: (sidePanel: SidePanel | null) => void;
};

/** New findings of a prescription that waits for review, in its tab. */
function NewFindingsMark({ prescription }: { readonly prescription: PrescriptionActor }) {
  const { t } = useTranslation();
  const count = useSelector(prescription, newFindingCount);
  return <CountBadge count={count} label={t('workspace.pane.newFindings', { count })} />;
}

/** A rejection that the doctor has not opened, in the prescription's tab. */
function RejectedMark({ orderId }: { readonly orderId: OrderId }) {
  const { t } = useTranslation();
  const count = useUnopenedRejections().filter((one) => one.orderId === orderId).length;
  return <CountBadge count={count} label={t('workspace.rejected.count', { count })} />;
}

/** Unread messages while a side panel covers the chat. */
function UnreadMark({ conversationId }: { readonly conversationId: ConversationId }) {
  const { t } = useTranslation();
  const unread = useLive(useWork().inbox.summaries, (chats) => chats.get(conversationId)?.unread ?? 0, twicePerSecond);
  return <CountBadge count={unread} label={unreadWords(t, unread)} />;
}

const icons = {
  chat: MessageSquare,
  request: ClipboardList,
  record: FileText,
  prescription: Pill,
  history: History,
} as const satisfies Record<SidePanel | 'chat' | 'request', LucideIcon>;

/** Selects the side panel that is beside the chat or covers it. */
export function PaneTabs(props: Props) {
  const { orderId, conversationId, prescription, patient, available, withChat, withIcons, sidePanel, onSidePanel } =
    props;
  const { t } = useTranslation();
  const iconOf = (name: keyof typeof icons) => {
    const Icon = icons[name];
    return (
      <span data-tooltip={t(`workspace.pane.${name}`)}>
        <Icon aria-hidden="true" />
      </span>
    );
  };
  const back = <ArrowLeft aria-hidden="true" size="1em" />;
  const chat = available.includes('record') ? 'chat' : 'request';
  const names = withChat ? ([chat, ...available] as const) : available;
  const markOf = (name: (typeof names)[number]) => {
    if (name === 'prescription')
      return (
        <>
          <RejectedMark orderId={orderId} />
          {prescription ? <NewFindingsMark prescription={prescription} /> : null}
        </>
      );
    return name === chat && sidePanel !== null ? <UnreadMark conversationId={conversationId} /> : null;
  };
  const current = names.find((name) => name === (sidePanel ?? chat)) ?? null;
  return (
    <>
      <TabRow
        label={t('workspace.pane.tabs', { patient })}
        current={current}
        onChange={(name) => onSidePanel(available.find((one) => one === name) ?? null)}
        tabId={(name) => tabId(orderId, name)}
        panelId={(name) => (name === chat ? paneId(orderId) : panelId(orderId))}
        tabs={names.map((name) => ({
          name,
          label: t(`workspace.pane.${name}`),
          lead: withIcons ? iconOf(name) : name === chat && sidePanel !== null ? back : null,
          mark: markOf(name),
        }))}
      />
      {!withChat && sidePanel !== null ? (
        <IconButton
          size="sm"
          className="pane-tabs-x"
          label={t('workspace.pane.closePanel')}
          onClick={() => onSidePanel(null)}
        >
          <X />
        </IconButton>
      ) : null}
    </>
  );
}
