import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import type { OrderId } from '../../../contract/ids.ts';
import { type SidePanel, type SidePanelChoice, sidePanels } from '../../domain/paneLayout.ts';
import { loadTexts } from '../../locales/i18n.ts';
import type { Consultation } from '../../machines/consultation.ts';
import { hasChosenPanel, sidePanelsOf } from '../../machines/selectors/workspace.ts';
import { laterPart } from '../../ui/LaterPart.tsx';
import { useWork } from '../app/app.ts';
import { isWrittenByRoom, writtenByRoom } from './room.ts';

export const RecordPanel = laterPart(async () => {
  const [{ RecordPanel }] = await Promise.all([import('../record/RecordPanel.tsx'), loadTexts('documents')]);
  return RecordPanel;
});

export const PrescriptionPanel = laterPart(async () => {
  const [{ PrescriptionPanel }] = await Promise.all([
    import('../prescription/PrescriptionPanel.tsx'),
    loadTexts('documents'),
  ]);
  return PrescriptionPanel;
});

export const FactsDialog = laterPart(async () => {
  const [{ FactsDialog }] = await Promise.all([import('../patientFacts/FactsPanel.tsx'), loadTexts('documents')]);
  return FactsDialog;
}, 'floating');

export const HistoryPanel = laterPart(async () => {
  const [{ HistoryPanel }] = await Promise.all([import('../history/HistoryPanel.tsx'), loadTexts('documents')]);
  return HistoryPanel;
});

export const PictureViewer = laterPart(async () => {
  const { PictureViewer } = await import('../chat/PictureViewer.tsx');
  return PictureViewer;
}, 'floating');

/** Reports the visible panel to its consultation, which starts the panel's machine once it is active. */
export function usePanelReport(consultation: Consultation, panel: SidePanel | null): void {
  useEffect(() => consultation.send({ type: 'panel.shown', panel }), [consultation, panel]);
}

const unchosen = { beside: 'record', over: null } as const;
const chosenIn = (tab: string): SidePanel | null => sidePanels.find((one) => one === tab) ?? null;

/** Where the doctor is working; null if in another pane. */
export type Place = 'chat' | 'panel' | null;

type Layout = {
  /** There is room for a panel beside the chat. */
  readonly roomy: boolean;
  readonly place: Place;
};

/** What a pane with room for one part shows: the part in use when it became so narrow, until the doctor chooses. */
function usePanelOver({ roomy, place }: Layout, { beside, over }: SidePanelChoice) {
  const [narrowed, setNarrowed] = useState({ roomy, place: null as Place });
  const now = narrowed.roomy === roomy ? narrowed : { roomy, place: roomy ? null : place };
  if (now !== narrowed) setNarrowed(now);
  const shown = now.place === null ? over : now.place === 'panel' ? beside : null;
  return [shown, useCallback(() => setNarrowed(({ roomy }) => ({ roomy, place: null })), [])] as const;
}

/**
 * The side panel of a pane and the function that changes it. The choice in the focused pane is in the URL, so that
 * back, forward and links work.
 */
export function useSidePanel(orderId: OrderId, layout: Layout): [SidePanel | null, (next: SidePanel | null) => void] {
  const { roomy } = layout;
  const { workspace } = useWork();
  const [params, setParams] = useSearchParams();
  const choice = useSelector(workspace, sidePanelsOf(orderId), (a, b) => a.beside === b.beside && a.over === b.over);
  const [over, release] = usePanelOver(layout, choice);
  const isMine = params.get('order') === orderId;
  const tab = isMine ? params.get('tab') : null;
  const isChosen = useSelector(workspace, hasChosenPanel(orderId));
  const shown = (roomy ? choice.beside : over) ?? 'chat';
  // The room's own URLs name no tab, so the tab that was chosen earlier is added.
  const { state } = useLocation();
  const isPartial = useNavigationType() !== 'POP' && isWrittenByRoom(state);
  const added = isMine && tab === null && isPartial && isChosen ? shown : null;
  const seen = useRef({ isMine: false, tab: null as string | null });
  useEffect(() => {
    const before = seen.current;
    seen.current = { isMine, tab: added ?? tab };
    if (added !== null) setParams({ order: orderId, tab: added }, { replace: true, state: writtenByRoom });
    if (!isMine || added !== null || tab === before.tab) return;
    if (tab !== null)
      workspace.send({ type: 'sidePanel.chosen', orderId, choice: { beside: chosenIn(tab), over: chosenIn(tab) } });
    // Back to a URL without a tab restores the default; coming from another patient changes nothing.
    else if (before.isMine) workspace.send({ type: 'sidePanel.chosen', orderId, choice: unchosen });
  }, [isMine, tab, added, orderId, workspace, setParams]);
  const choose = useCallback(
    (next: SidePanel | null) => {
      release();
      // What takes a narrow pane over is beside the chat once there is room again.
      const chosen = roomy ? { beside: next } : next === null ? { over: null } : { beside: next, over: next };
      workspace.send({ type: 'sidePanel.chosen', orderId, choice: chosen });
      if (!isMine) return;
      const name = next ?? 'chat';
      seen.current = { isMine, tab: name };
      if (tab !== name) setParams({ order: orderId, tab: name }, { state: writtenByRoom });
    },
    [workspace, orderId, roomy, isMine, tab, setParams, release],
  );
  return [roomy ? choice.beside : over, choose];
}
