import { useSelector } from '@xstate/react';
import { lazy, useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { OrderId } from '../../../contract/ids.ts';
import { type SidePanel, sidePanelChoice, sidePanels } from '../../domain/desk.ts';
import { loadTexts } from '../../locales/i18n.ts';
import { type Consultation, phase } from '../../machines/consultation.ts';
import { deskOf } from '../../machines/workspace.ts';
import { useWork } from '../app.ts';
import { writtenByRoom } from './room.ts';

export const RecordPanel = lazy(async () => {
  const [{ RecordPanel }] = await Promise.all([import('../record/RecordPanel.tsx'), loadTexts('documents')]);
  return { default: RecordPanel };
});

export const PrescriptionPanel = lazy(async () => {
  const [{ PrescriptionPanel }] = await Promise.all([
    import('../prescription/PrescriptionPanel.tsx'),
    loadTexts('documents'),
  ]);
  return { default: PrescriptionPanel };
});

export const FactsDialog = lazy(async () => {
  const [{ FactsDialog }] = await Promise.all([import('../patientFacts/FactsPanel.tsx'), loadTexts('documents')]);
  return { default: FactsDialog };
});

export const HistoryPanel = lazy(async () => {
  const [{ HistoryPanel }] = await Promise.all([import('../history/HistoryPanel.tsx'), loadTexts('documents')]);
  return { default: HistoryPanel };
});

export const PictureViewer = lazy(async () => {
  const { PictureViewer } = await import('../chat/PictureViewer.tsx');
  return { default: PictureViewer };
});

type Snapshot = Parameters<typeof phase>[0];

const beforeAccepting: readonly SidePanel[] = ['history'];

/** A waiting patient has a history, but no record or prescription of this consultation yet. */
export const availableSidePanels = (s: Snapshot): readonly SidePanel[] => {
  const stage = phase(s);
  return stage === 'awaiting' || stage === 'accepting' || stage === 'lost' ? beforeAccepting : sidePanels;
};

/** Reports the visible panel to its consultation, which starts the panel's machine once it is active. */
export function usePanelReport(consultation: Consultation, panel: SidePanel | null): void {
  useEffect(() => consultation.send({ type: 'panel.shown', panel }), [consultation, panel]);
}

const unchosen = { beside: 'record', over: null } as const;
const chosenIn = (tab: string): SidePanel | null => sidePanels.find((one) => one === tab) ?? null;

/**
 * The side panel of a pane and the function that changes it. The choice in the focused pane is in the URL, so that
 * back, forward and links work.
 */
export function useSidePanel(orderId: OrderId, roomy: boolean): [SidePanel | null, (next: SidePanel | null) => void] {
  const { workspace } = useWork();
  const [params, setParams] = useSearchParams();
  const { beside, over } = useSelector(
    workspace,
    (s) => sidePanelChoice(deskOf(s), orderId),
    (a, b) => a.beside === b.beside && a.over === b.over,
  );
  const isMine = params.get('order') === orderId;
  const tab = isMine ? params.get('tab') : null;
  const seen = useRef({ isMine: false, tab: null as string | null });
  useEffect(() => {
    const before = seen.current;
    seen.current = { isMine, tab };
    if (!isMine || tab === before.tab) return;
    if (tab !== null)
      workspace.send({ type: 'sidePanel.chosen', orderId, choice: { beside: chosenIn(tab), over: chosenIn(tab) } });
    // Back to a URL without a tab restores the default; coming from another patient changes nothing.
    else if (before.isMine) workspace.send({ type: 'sidePanel.chosen', orderId, choice: unchosen });
  }, [isMine, tab, orderId, workspace]);
  const choose = useCallback(
    (next: SidePanel | null) => {
      workspace.send({ type: 'sidePanel.chosen', orderId, choice: roomy ? { beside: next } : { over: next } });
      if (!isMine) return;
      const name = next ?? 'chat';
      seen.current = { isMine, tab: name };
      if (tab !== name) setParams({ order: orderId, tab: name }, { state: writtenByRoom });
    },
    [workspace, orderId, roomy, isMine, tab, setParams],
  );
  return [roomy ? beside : over, choose];
}
