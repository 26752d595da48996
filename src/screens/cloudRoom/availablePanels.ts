import { type SidePanel, sidePanels } from '../../domain/paneLayout.ts';
import { type Phase, phase } from '../../machines/selectors/consultation.ts';

type Snapshot = Parameters<typeof phase>[0];

const beforeAccepting: readonly SidePanel[] = ['history'];

/** A waiting patient has a history, but no record or prescription of this consultation yet. */
const panelsIn: Readonly<Record<Phase, readonly SidePanel[]>> = {
  opening: sidePanels,
  loading: sidePanels,
  sorting: sidePanels,
  unreachable: sidePanels,
  awaiting: beforeAccepting,
  accepting: beforeAccepting,
  lost: beforeAccepting,
  active: sidePanels,
  checking: sidePanels,
  confirming: sidePanels,
  announcing: sidePanels,
  undoable: sidePanels,
  ending: sidePanels,
  closed: sidePanels,
};

export const availableSidePanels = (s: Snapshot): readonly SidePanel[] => panelsIn[phase(s)];
