import { useSelector } from '@xstate/react';
import {
  type CSSProperties,
  memo,
  useContext,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { OrderId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { type Consultation, canWrite, orderOf } from '../../machines/consultation.ts';
import { consultationOf, focusedOrder } from '../../machines/workspace.ts';
import { PaneBoundary } from '../../ui/ErrorPane.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { useApp, useWork } from '../app.ts';
import { ReplyBoxes } from '../chat/replyBoxes.ts';
import { useShortcut } from '../keyboard/registry.ts';
import { usePatientColour } from '../patients.ts';
import { KeptInputOf, keptInputs, useKept } from '../useKept.ts';
import { useLive } from '../useLive.ts';
import { PaneBody } from './PaneBody.tsx';
import { PaneHeader } from './PaneHeader.tsx';
import type { Tile } from './paneTiles.ts';
import { paneId, rowId, useRoom } from './room.ts';
import { useNoAnswerNow } from './useNoAnswer.ts';
import { usePaneDrop } from './usePaneDrag.ts';
import { usePaneKeys } from './usePaneKeys.ts';
import { availableSidePanels, usePanelReport, useSidePanel } from './useSidePanel.ts';

/** Frames to wait until the list, mounted as the pane closes, has rendered its rows. */
const patience = 20;
const isLost = () => document.activeElement === document.body;

function focusFirst(elements: readonly (Element | null | undefined)[]): void {
  // An inert element below a side panel ignores focus().
  for (const element of elements) if (isLost() && element instanceof HTMLElement) element.focus();
}

function focusNext(next: OrderId | null, closed: OrderId, tries: number): void {
  if (!isLost()) return;
  const pane = next === null ? null : document.getElementById(paneId(next));
  // A pane that is being prepared has no reply box yet.
  if (pane === null || pane.querySelector('section') || tries === 0)
    focusFirst([pane?.querySelector('.reply-box > textarea'), pane, document.getElementById(rowId(closed))]);
  if (!isLost()) return;
  if (tries > 0) requestAnimationFrame(() => focusNext(next, closed, tries - 1));
  else focusFirst([document.getElementById('room-chats')]);
}

/**
 * When a focused pane closes, moves the focus to the next pane's reply box or to the row of the closed consultation.
 */
function useFocusHandover(orderId: OrderId, focused: boolean): void {
  const { workspace } = useWork();
  const { alone } = useRoom();
  const latest = useRef(focused);
  latest.current = focused;
  useLayoutEffect(
    () => () => {
      if (!latest.current || alone !== null) return;
      requestAnimationFrame(() => focusNext(focusedOrder(workspace.getSnapshot()), orderId, patience));
    },
    [workspace, orderId, alone],
  );
}

type Props = {
  readonly orderId: OrderId;
  readonly tile: Tile | null;
  readonly place: number;
  /** Number of panes in the grid. */
  readonly among: number;
  /** Number of columns of the grid. */
  readonly columns: number;
  readonly focused: boolean;
  readonly maximised: boolean;
};

/** Width in pixels from which side panels are beside the chat. */
const besideFrom = 780;
/** Width in pixels below which icons replace words. */
const narrowBelow = 720;

/** One patient's pane with its own error boundary. */
export const Pane = memo(function Pane(props: Props) {
  const { orderId, tile, focused } = props;
  const { t } = useTranslation();
  const { api, report } = useApp();
  const work = useWork();
  const { workspace } = work;
  const consultation = useSelector(
    workspace,
    useMemo(() => consultationOf(orderId), [orderId]),
  );
  // The next frame shows the pane with a skeleton; chat and documents take longer.
  const prepared = useDeferredValue(consultation, null);
  const colour = usePatientColour(orderId);
  const look = () => {
    if (!focused) workspace.send({ type: 'pane.focused', orderId });
  };
  const drop = usePaneDrop(orderId);
  useFocusHandover(orderId, focused);
  const style: CSSProperties = tile ? { ...tile, position: 'absolute' } : {};
  return (
    <div
      id={paneId(orderId)}
      className="pane"
      data-focused={(focused && props.among > 1) || undefined}
      data-colour={colour}
      style={style}
      tabIndex={-1}
      onPointerDownCapture={look}
      onFocusCapture={look}
      {...drop}
    >
      <PaneBoundary
        title={t('common.pane.crashed')}
        text={t('common.pane.crashedHint')}
        retryLabel={t('common.actions.retry')}
        onError={report}
        resetKeys={[orderId]}
      >
        {prepared ? (
          <KeptInputOf value={keptInputs(work, api)(orderId)}>
            <OpenPane {...props} consultation={prepared} />
          </KeptInputOf>
        ) : (
          <SkeletonLines label={t('workspace.pane.loading')} />
        )}
      </PaneBoundary>
    </div>
  );
});

function OpenPane({ consultation, ...props }: Props & { readonly consultation: Consultation }) {
  const { orderId, tile, place: index, among, columns, maximised } = props;
  const { t } = useTranslation();
  const order = useSelector(consultation, orderOf);
  const roomy = (tile?.width ?? 0) >= besideFrom;
  const available = useSelector(consultation, availableSidePanels);
  const [place, setPlace] = useState<'chat' | 'panel' | null>(null);
  const [chosen, choose] = useSidePanel(orderId, { roomy, place: props.focused ? place : null });
  const sidePanel = available.find((one) => one === chosen) ?? null;
  usePanelReport(consultation, sidePanel);
  const questions = useLive(useApp().alerts$)?.questions;
  const boxes = useContext(ReplyBoxes);
  const [sought] = useKept('search.chat', '');
  const [searching, setSearching] = useState(sought !== '');
  const [finishing, setFinishing] = useKept('finish.asking', false);
  const noAnswerNow = useNoAnswerNow();
  const canFinish = useSelector(consultation, canWrite);
  const search = () => {
    if (sidePanel !== null && !roomy) choose(null);
    setSearching(true);
  };
  const endSearch = () => {
    setSearching(false);
    boxes.focus(orderId);
  };
  usePaneKeys({
    orderId,
    focused: props.focused,
    available,
    onSidePanel: choose,
    onFinish: canFinish ? () => setFinishing(true) : null,
    onNoAnswer: () => noAnswerNow(order)?.act(),
  });
  useShortcut(
    'search',
    props.focused && !available.every((one) => one === 'history')
      ? (key) => {
          const inPane = document.getElementById(paneId(orderId))?.contains(document.activeElement);
          // Outside this pane the browser's own search shortcut applies.
          if (key !== null && !inPane) return false;
          search();
        }
      : null,
  );
  return (
    <section className="pane-region" aria-label={t('workspace.region', { patient: order?.patient.name ?? '' })}>
      <PaneHeader
        orderId={orderId}
        consultation={consultation}
        order={order}
        place={index}
        among={among}
        columns={columns}
        maximised={maximised}
        narrow={(tile?.width ?? 0) < narrowBelow}
        roomy={roomy}
        available={available}
        sidePanel={sidePanel}
        onSidePanel={choose}
        onSearch={search}
        finishing={finishing}
        onFinishing={setFinishing}
      />
      <PaneBody
        consultation={consultation}
        order={order}
        width={tile?.width ?? 0}
        roomy={roomy}
        sidePanel={sidePanel}
        onSidePanel={choose}
        searching={searching}
        onSearched={endSearch}
        onPlace={setPlace}
      />
      {questions && sidePanel !== null && !roomy ? <questions.Cards desk={questions} orderId={orderId} folded /> : null}
    </section>
  );
}
