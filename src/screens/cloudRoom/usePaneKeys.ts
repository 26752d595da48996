import { useContext } from 'react';
import type { OrderId } from '../../../contract/ids.ts';
import type { SidePanel } from '../../domain/paneLayout.ts';
import { ReplyBoxes } from '../chat/replyBoxes.ts';
import { useShortcut } from '../keyboard/registry.ts';
import { factsId, paneId, panelId } from './room.ts';

/** First field of each side panel: chief complaint and medicine search; the history is read-only. */
const firstField: Readonly<Record<SidePanel, string | null>> = {
  record: '.record-body input[data-first]:not(:disabled)',
  prescription: '.rx-drugs input:not(:disabled)',
  history: null,
};

let stopWaiting = () => {};

/**
 * Calls `enter` after every DOM change until it returns true, because the side panel may still be loading; stops at a
 * pointer press or when the focus moves elsewhere.
 */
function retryOnMutation(enter: () => boolean, isHere: () => boolean): void {
  stopWaiting();
  if (enter()) return;
  const ended = new AbortController();
  const drawn = new MutationObserver(() => {
    if (!isHere() || enter()) stopWaiting();
  });
  stopWaiting = () => {
    drawn.disconnect();
    ended.abort();
  };
  const { signal } = ended;
  document.addEventListener('pointerdown', () => stopWaiting(), { capture: true, signal });
  drawn.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
}

/** Focuses the first field of a side panel, or the panel itself if it has none. */
function focusSidePanel(orderId: OrderId, sidePanel: SidePanel): void {
  const before = document.activeElement;
  const panel = () => document.getElementById(panelId(orderId));
  const selector = firstField[sidePanel];
  const enter = () => {
    const field = selector === null ? panel() : panel()?.querySelector<HTMLElement>(selector);
    field?.focus();
    if (field) return true;
    if (document.activeElement !== panel()) panel()?.focus();
    return false;
  };
  const isHere = () => [before, document.body, panel()].includes(document.activeElement);
  retryOnMutation(enter, isHere);
}

/** Presses the microphone, or the button that stops a running recording; a finished one is sent or discarded by hand. */
function pressVoice(orderId: OrderId): void {
  const pane = document.getElementById(paneId(orderId));
  const button = pane?.querySelector('.voice-note') ? '.voice-stop' : '.voice-record';
  pane?.querySelector<HTMLButtonElement>(button)?.click();
}

type PaneCommands = {
  readonly orderId: OrderId;
  readonly focused: boolean;
  /** Side panels of the current stage. */
  readonly available: readonly SidePanel[];
  readonly onSidePanel: (sidePanel: SidePanel) => void;
  /** Opens the confirmation to finish; null if the consultation cannot be finished. */
  readonly onFinish: (() => void) | null;
  /** Shows only this pane, or all panes again. */
  readonly onEnlarge: () => void;
  readonly onClose: () => void;
  /** Says that the patient's messages need no answer, or takes it back. */
  readonly onNoAnswer: () => void;
};

/** Shortcuts of the focused pane: reply box, voice note, side panels, its size, and finishing. */
export function usePaneKeys(commands: PaneCommands): void {
  const { orderId, focused, available, onSidePanel, onFinish, onEnlarge, onClose, onNoAnswer } = commands;
  const boxes = useContext(ReplyBoxes);
  const answer = (act: () => void) => (focused ? act : null);
  const to = (sidePanel: SidePanel) =>
    answer(() => {
      if (!available.includes(sidePanel)) return;
      onSidePanel(sidePanel);
      focusSidePanel(orderId, sidePanel);
    });
  useShortcut(
    'reply',
    answer(() => boxes.focus(orderId)),
  );
  useShortcut(
    'patient',
    answer(() => document.getElementById(factsId(orderId))?.focus()),
  );
  useShortcut(
    'voiceNote',
    answer(() => pressVoice(orderId)),
  );
  useShortcut('enlarge', answer(onEnlarge));
  useShortcut('closePane', answer(onClose));
  useShortcut('noAnswer', answer(onNoAnswer));
  useShortcut('history', to('history'));
  useShortcut('record', to('record'));
  useShortcut('prescription', to('prescription'));
  useShortcut(
    'finish',
    answer(() => onFinish?.()),
  );
}
