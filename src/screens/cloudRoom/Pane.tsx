import { useSelector } from '@xstate/react';
import { type CSSProperties, memo, useContext, useDeferredValue, useEffect, useState } from 'react';
import type { OrderId } from '../../../contract/ids.ts';
import type { SidePanel } from '../../domain/paneLayout.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Consultation } from '../../machines/consultation.ts';
import { canWrite, orderOf } from '../../machines/selectors/consultation.ts';
import { consultationOf } from '../../machines/selectors/workspace.ts';
import { PaneBoundary } from '../../ui/ErrorPane.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { useApp, useWork } from '../app/app.ts';
import { memoPerServices } from '../app/memoPerServices.ts';
import { ReplyBoxes } from '../chat/replyBoxes.ts';
import { KeptInputOf, keptInputs, useKept } from '../forms/useKept.ts';
import { useLive } from '../hooks/useLive.ts';
import { useShortcut } from '../keyboard/registry.ts';
import { usePatientColour } from '../patientFacts/patients.ts';
import { availableSidePanels } from './availablePanels.ts';
import { PaneBody } from './PaneBody.tsx';
import { PaneHeader } from './PaneHeader.tsx';
import type { Tile } from './paneTiles.ts';
import { paneId, useRoom } from './room.ts';
import { useFocusHandover } from './useFocusHandover.ts';
import { useNoAnswerNow } from './useNoAnswer.ts';
import { usePaneDrop } from './usePaneDrag.ts';
import { usePaneKeys } from './usePaneKeys.ts';
import { usePanelKeys } from './usePanelKeys.ts';
import { type Place, usePanelReport, useSidePanel } from './useSidePanel.ts';

/** The consultations whose panes have been shown to this doctor. */
const shownOf = memoPerServices(() => new WeakSet<Consultation>());

/**
 * The consultation, once its pane may be rendered: the next frame shows a new pane with a skeleton, because chat and documents
 * take longer. A pane that was there, such as beside an enlarged one, comes back whole.
 */
function usePrepared(consultation: Consultation | null): Consultation | null {
  const shown = shownOf(useWork(), useApp().api);
  const isBack = consultation !== null && shown.has(consultation);
  const prepared = useDeferredValue(consultation, isBack ? consultation : null);
  useEffect(() => {
    if (prepared !== null) shown.add(prepared);
  }, [prepared, shown]);
  return prepared;
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
  /** Size of the browser's font compared with the usual one. */
  readonly fontScale: number;
};

/** Widths and heights of a pane in pixels at the usual font; a larger font needs more. */
const limits = {
  /** Side panels are beside the chat from this width. */
  besideFrom: 780,
  /** Icons replace words below this width. */
  narrowBelow: 720,
  /** Facts are in fewer words below this size. */
  briefBelow: { width: 352, height: 320 },
} as const;

/** What a pane of this size has room for. */
function roomOf(tile: Tile | null, fontScale: number) {
  const width = (tile?.width ?? 0) / fontScale;
  const height = (tile?.height ?? 0) / fontScale;
  return {
    roomy: width >= limits.besideFrom,
    narrow: width < limits.narrowBelow,
    brief: tile !== null && (width < limits.briefBelow.width || height < limits.briefBelow.height),
  };
}

/** One patient's pane with its own error boundary. */
export const Pane = memo(function Pane(props: Props) {
  const { orderId, tile, focused } = props;
  const { t } = useTranslation();
  const { api, report } = useApp();
  const work = useWork();
  const { workspace } = work;
  const consultation = useSelector(workspace, consultationOf(orderId));
  const prepared = usePrepared(consultation);
  const colour = usePatientColour(orderId);
  const look = () => {
    if (!focused) workspace.send({ type: 'pane.focused', orderId });
  };
  const drop = usePaneDrop(orderId);
  const { roomy } = roomOf(tile, props.fontScale);
  const [place, setPlace] = useState<Place>(null);
  const [sidePanel, choose] = useSidePanel(orderId, { roomy, place: focused ? place : null });
  usePanelKeys({ orderId, focused, consultation, onSidePanel: choose });
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
            <OpenPane {...props} consultation={prepared} chosen={sidePanel} choose={choose} onPlace={setPlace} />
          </KeptInputOf>
        ) : (
          <SkeletonLines label={t('workspace.pane.loading')} />
        )}
      </PaneBoundary>
    </div>
  );
});

type OpenProps = Props & {
  readonly consultation: Consultation;
  readonly chosen: SidePanel | null;
  readonly choose: (next: SidePanel | null) => void;
  readonly onPlace: (place: Place) => void;
};

function OpenPane({ consultation, chosen, choose, onPlace, ...props }: OpenProps) {
  const { orderId, tile, place: index, among, columns, maximised, fontScale } = props;
  const { t } = useTranslation();
  const { workspace } = useWork();
  const room = useRoom();
  const order = useSelector(consultation, orderOf);
  const { roomy, narrow, brief } = roomOf(tile, fontScale);
  const available = useSelector(consultation, availableSidePanels);
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
    onFinish: canFinish ? () => setFinishing(true) : null,
    onEnlarge: () => {
      if (maximised) workspace.send({ type: 'grid.restored' });
      else if (among > 1) workspace.send({ type: 'pane.maximised', orderId });
    },
    onClose: () => room.close(orderId),
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
        narrow={narrow}
        brief={brief}
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
        fontScale={fontScale}
        roomy={roomy}
        sidePanel={sidePanel}
        onSidePanel={choose}
        searching={searching}
        onSearched={endSearch}
        onPlace={onPlace}
      />
      {questions && sidePanel !== null && !roomy ? (
        <questions.Cards service={questions} orderId={orderId} folded />
      ) : null}
    </section>
  );
}
