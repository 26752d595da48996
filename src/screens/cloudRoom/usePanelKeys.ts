import { useContext } from 'react';
import type { OrderId } from '../../../contract/ids.ts';
import type { SidePanel } from '../../domain/paneLayout.ts';
import type { Consultation } from '../../machines/consultation.ts';
import { phase } from '../../machines/selectors/consultation.ts';
import { ReplyBoxes } from '../chat/replyBoxes.ts';
import { useShortcut } from '../keyboard/registry.ts';
import { availableSidePanels } from './availablePanels.ts';
import { panelId } from './room.ts';

/** First field of each side panel: chief complaint and medicine search; the history is read-only. */
const firstField: Readonly<Record<SidePanel, string | null>> = {
  record: '.record-body input[data-first]:not(:disabled)',
  prescription: '.rx-medicines input:not(:disabled)',
  history: null,
};

let stopWaiting = () => {};

const modifiers = ['Alt', 'Control', 'Meta', 'Shift'];

/** Whether a key leads elsewhere; one that types does not. */
const leadsAway = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  !modifiers.includes(key) && (altKey || ctrlKey || metaKey || key === 'Tab' || key === 'Escape' || /^F\d/.test(key));

const isInDialog = () => document.activeElement?.closest('[aria-modal="true"]') != null;

/**
 * Calls `enter` after every DOM change until it returns true, because the side panel may still be loading; stops when the
 * doctor goes elsewhere. A focus that moved by itself, as from the row of an accepted patient, is no reason to stop.
 */
function retryOnMutation(enter: () => boolean): void {
  stopWaiting();
  if (enter()) return;
  const ended = new AbortController();
  const drawn = new MutationObserver(() => {
    if (isInDialog() || enter()) stopWaiting();
  });
  stopWaiting = () => {
    drawn.disconnect();
    ended.abort();
  };
  const options = { capture: true, signal: ended.signal };
  document.addEventListener('pointerdown', () => stopWaiting(), options);
  document.addEventListener('keydown', (key) => leadsAway(key) && stopWaiting(), options);
  drawn.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
}

const paneWithCursor = () => document.activeElement?.closest('.pane') ?? null;

/**
 * Focuses the first field of a side panel, or the panel itself if it has none. Once the cursor
 * went on to another patient it stays there.
 */
function focusSidePanel(orderId: OrderId, sidePanel: SidePanel): void {
  const panel = () => document.getElementById(panelId(orderId));
  const selector = firstField[sidePanel];
  const from = paneWithCursor();
  retryOnMutation(() => {
    const now = paneWithCursor();
    if (now !== null && now !== from && !now.contains(panel())) return true;
    const field = selector === null ? panel() : panel()?.querySelector<HTMLElement>(selector);
    field?.focus();
    if (field) return true;
    if (document.activeElement !== panel()) panel()?.focus();
    return false;
  });
}

/** Whether the consultation has this panel, or will have it once the patient is accepted or the order is known. */
function isExpected(consultation: Consultation | null, sidePanel: SidePanel): boolean {
  const now = consultation?.getSnapshot();
  return !now || phase(now) === 'accepting' || availableSidePanels(now).includes(sidePanel);
}

type Needs = {
  readonly orderId: OrderId;
  readonly focused: boolean;
  /** Null until it is known. */
  readonly consultation: Consultation | null;
  readonly onSidePanel: (sidePanel: SidePanel) => void;
};

/**
 * Shortcuts of the side panels. They belong to the pane from its first moment: one pressed right after accepting opens its
 * panel once it is there, and the cursor waits for its first field instead of the reply box.
 */
export function usePanelKeys({ orderId, focused, consultation, onSidePanel }: Needs): void {
  const boxes = useContext(ReplyBoxes);
  const to = (sidePanel: SidePanel) => () => {
    if (!isExpected(consultation, sidePanel)) return;
    onSidePanel(sidePanel);
    boxes.release(orderId);
    focusSidePanel(orderId, sidePanel);
  };
  useShortcut('history', focused ? to('history') : null);
  useShortcut('record', focused ? to('record') : null);
  useShortcut('prescription', focused ? to('prescription') : null);
}
