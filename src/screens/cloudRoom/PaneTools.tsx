import { useSelector } from '@xstate/react';
import { CircleCheckBig, EllipsisVertical, Maximize2, Minimize2, Minus, Search, X } from 'lucide-react';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { shownPanes } from '../../domain/paneLayout.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Consultation } from '../../machines/consultation.ts';
import { canWrite } from '../../machines/selectors/consultation.ts';
import { isPinned, layoutOf } from '../../machines/selectors/workspace.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import { useWork } from '../app/app.ts';
import { useRoom } from './room.ts';
import { useNoAnswerNow } from './useNoAnswer.ts';

/** Directions in which a pane can move. */
type Way = 'left' | 'right' | 'up' | 'down';

/** Moves that the grid allows from a place, named as they look on the screen. */
export function possibleMoves(place: number, among: number, columns: number): { way: Way; to: number }[] {
  const column = place % columns;
  const moves: { way: Way; to: number }[] = [
    { way: 'left', to: column > 0 ? place - 1 : -1 },
    { way: 'right', to: column < columns - 1 ? place + 1 : -1 },
    { way: 'up', to: place - columns },
    { way: 'down', to: place + columns },
  ];
  return moves.filter(({ to }) => to >= 0 && to < among);
}

type FinishProps = { readonly consultation: Consultation; readonly narrow: boolean; readonly onFinish: () => void };

/** Finishes the consultation after a confirmation that names what is still open. */
export function FinishButton({ consultation, narrow, onFinish }: FinishProps) {
  const { t } = useTranslation();
  if (!useSelector(consultation, canWrite)) return null;
  return (
    <Button
      size="sm"
      look="outline"
      className="pane-finish"
      data-square={narrow ? '' : undefined}
      aria-label={t('workspace.pane.finish')}
      data-tooltip={t('workspace.pane.finish')}
      onClick={onFinish}
    >
      <CircleCheckBig aria-hidden="true" />
      {narrow ? null : <span>{t('workspace.pane.finishShort')}</span>}
    </Button>
  );
}

type Props = {
  readonly orderId: OrderId;
  readonly order: ConsultOrder | null;
  readonly place: number;
  /** Number of visible panes. */
  readonly among: number;
  readonly columns: number;
  readonly maximised: boolean;
  readonly narrow: boolean;
  /** Opens the search in the conversation; null without a conversation. */
  readonly onSearch: (() => void) | null;
};

/** Moves, minimises and maximises a pane; the menu repeats the buttons, because narrow panes show only the menu. */
export function PaneTools({ orderId, order, place, among, columns, maximised, narrow, onSearch }: Props) {
  const { t } = useTranslation();
  const { workspace } = useWork();
  const { single, alone, close } = useRoom();
  const lone = single || alone !== null;
  const pinned = useSelector(workspace, isPinned(orderId));
  const moves = possibleMoves(place, among, columns);
  const move = (chosen: Way) => () => {
    const layout = layoutOf(workspace.getSnapshot());
    const neighbour = shownPanes(layout)[moves.find(({ way }) => way === chosen)?.to ?? place];
    if (neighbour) workspace.send({ type: 'pane.moved', orderId, to: layout.panes.indexOf(neighbour) });
  };
  const noAnswer = useNoAnswerNow()(order);
  const acts = {
    noAnswer: () => noAnswer?.act(),
    search: () => onSearch?.(),
    pin: () => workspace.send({ type: pinned ? 'chat.unpinned' : 'chat.pinned', orderId }),
    later: () => workspace.send({ type: 'chat.markedUnread', orderId }),
    window() {
      const opened = window.open(
        `/cloudRoom/detail?order=${orderId}`,
        `order-${orderId}`,
        'popup,width=1100,height=860',
      );
      if (opened) acts.minimise();
    },
    left: move('left'),
    right: move('right'),
    up: move('up'),
    down: move('down'),
    minimise: () => workspace.send({ type: 'pane.minimised', orderId }),
    full: () => workspace.send(maximised ? { type: 'grid.restored' } : { type: 'pane.maximised', orderId }),
  };
  const fullLabel = t(maximised ? 'workspace.pane.restore' : 'workspace.pane.maximise');
  const canBeFull = !lone && (among > 1 || maximised);
  const entries: (MenuEntry & { readonly name: keyof typeof acts })[] = [
    ...(onSearch ? [{ name: 'search' as const, label: t('chat.find.title') }] : []),
    ...(noAnswer ? [{ name: 'noAnswer' as const, label: t(`workspace.noAnswer.${noAnswer.label}`) }] : []),
    { name: 'pin', label: t(pinned ? 'workspace.pane.unpin' : 'workspace.pane.pin') },
    ...(alone === null ? [{ name: 'later' as const, label: t('workspace.pane.later') }] : []),
    ...moves.map(({ way }) => ({ name: way, label: t(`workspace.pane.move.${way}`) })),
    ...(canBeFull ? [{ name: 'full' as const, label: fullLabel }] : []),
    ...(lone
      ? []
      : [
          { name: 'minimise' as const, label: t('workspace.pane.minimise') },
          { name: 'window' as const, label: t('workspace.pane.popOut') },
        ]),
  ];
  const choose = (chosen: string) => {
    const entry = entries.find(({ name }) => name === chosen);
    if (entry) acts[entry.name]();
  };
  return (
    <>
      {onSearch && !narrow ? (
        <IconButton size="sm" label={t('chat.find.title')} onClick={onSearch}>
          <Search />
        </IconButton>
      ) : null}
      <Menu
        label={t('workspace.pane.more')}
        align="end"
        entries={entries}
        onChoose={choose}
        trigger={(carry) => (
          <IconButton {...carry} size="sm" label={t('workspace.pane.more')}>
            <EllipsisVertical />
          </IconButton>
        )}
      />
      {canBeFull && !narrow ? (
        <IconButton size="sm" label={fullLabel} onClick={acts.full}>
          {maximised ? <Minimize2 /> : <Maximize2 />}
        </IconButton>
      ) : null}
      {lone || narrow ? null : (
        <IconButton
          size="sm"
          label={t('workspace.pane.minimise')}
          data-tooltip={t('workspace.pane.minimiseHint')}
          onClick={acts.minimise}
        >
          <Minus />
        </IconButton>
      )}
      <IconButton
        size="sm"
        label={t('workspace.pane.close')}
        data-tooltip={t('workspace.pane.closeHint')}
        onClick={() => close(orderId)}
      >
        <X />
      </IconButton>
    </>
  );
}
