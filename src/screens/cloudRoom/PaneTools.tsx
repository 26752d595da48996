import { useSelector } from '@xstate/react';
import { CheckCheck, EllipsisVertical, Maximize2, Minimize2, Minus, X } from 'lucide-react';
import { useState } from 'react';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { type Consultation, canWrite } from '../../machines/consultation.ts';
import { deskOf } from '../../machines/workspace.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import { useWork } from '../app.ts';
import { FinishDialog } from './FinishDialog.tsx';
import { useRoom } from './room.ts';
import type { Paper } from './usePapers.ts';

type Props = {
  readonly orderId: OrderId;
  readonly consultation: Consultation;
  readonly order: ConsultOrder | null;
  readonly place: number;
  readonly among: number;
  readonly maximised: boolean;
  readonly onPaper: (paper: Paper | null) => void;
};

/** What can be done with a pane and its consultation. */
export function PaneTools({ orderId, consultation, order, place, among, maximised, onPaper }: Props) {
  const { t } = useTranslation();
  const { workspace } = useWork();
  const { single } = useRoom();
  const [asking, setAsking] = useState(false);
  const writable = useSelector(consultation, canWrite);
  const pinned = useSelector(workspace, (s) => deskOf(s).pinned.includes(orderId));
  const acts: Record<string, () => void> = {
    pin: () => workspace.send({ type: pinned ? 'chat.unpinned' : 'chat.pinned', orderId }),
    forward: () => workspace.send({ type: 'pane.moved', orderId, to: place - 1 }),
    back: () => workspace.send({ type: 'pane.moved', orderId, to: place + 1 }),
  };
  const entries: MenuEntry[] = [
    { name: 'pin', label: t(pinned ? 'workspace.pane.unpin' : 'workspace.pane.pin') },
    ...(place > 0 ? [{ name: 'forward', label: t('workspace.pane.moveLeft') }] : []),
    ...(place < among - 1 ? [{ name: 'back', label: t('workspace.pane.moveRight') }] : []),
  ];
  return (
    <>
      {writable ? (
        <Button
          size="sm"
          look="outline"
          className="pane-finish"
          aria-label={t('workspace.pane.finish')}
          data-tooltip={t('workspace.pane.finish')}
          onClick={() => setAsking(true)}
        >
          <CheckCheck aria-hidden="true" />
          <span>{t('workspace.pane.finishShort')}</span>
        </Button>
      ) : null}
      <Menu
        label={t('workspace.pane.more')}
        align="end"
        entries={entries}
        onChoose={(name) => acts[name]?.()}
        trigger={(carry) => (
          <IconButton {...carry} size="sm" label={t('workspace.pane.more')}>
            <EllipsisVertical />
          </IconButton>
        )}
      />
      {single ? null : (
        <>
          {among > 1 || maximised ? (
            <IconButton
              size="sm"
              label={t(maximised ? 'workspace.pane.restore' : 'workspace.pane.maximise')}
              onClick={() =>
                workspace.send(maximised ? { type: 'grid.restored' } : { type: 'pane.maximised', orderId })
              }
            >
              {maximised ? <Minimize2 /> : <Maximize2 />}
            </IconButton>
          ) : null}
          <IconButton
            size="sm"
            label={t('workspace.pane.minimise')}
            onClick={() => workspace.send({ type: 'pane.minimised', orderId })}
          >
            <Minus />
          </IconButton>
        </>
      )}
      <IconButton
        size="sm"
        label={t('workspace.pane.close')}
        onClick={() => workspace.send({ type: 'consultation.closed', orderId })}
      >
        <X />
      </IconButton>
      {order ? (
        <FinishDialog
          consultation={consultation}
          order={order}
          asking={asking}
          onAsked={() => setAsking(false)}
          onPaper={onPaper}
        />
      ) : null}
    </>
  );
}
