import { useContext } from 'react';
import type { OrderId } from '../../../contract/ids.ts';
import type { SidePanel } from '../../domain/desk.ts';
import { ReplyBoxes } from '../chat/replyBoxes.ts';
import { useShortcut } from '../keyboard/registry.ts';
import { factsId, panelId } from './room.ts';

/** Where writing begins in a paper: the chief complaint, the search for medicines; the past is only read. */
const firstField: Readonly<Record<SidePanel, string | null>> = {
  record: '.record-body input:not(:disabled)',
  prescription: '.rx-drugs input:not(:disabled)',
  history: null,
};

let stopWaiting = () => {};

/**
 * Calls `enter` again whenever the page has changed, until it answers true, because a paper may still be loading. Gives up
 * when the person presses something or goes elsewhere with the keyboard.
 */
function whenDrawn(enter: () => boolean, isHere: () => boolean): void {
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

/** Puts the caret where writing begins in the paper that a pane turns to, or on the paper where nothing can be written. */
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
  whenDrawn(enter, isHere);
}

type PaneCommands = {
  readonly orderId: OrderId;
  readonly focused: boolean;
  /** The papers that make sense at this stage. */
  readonly available: readonly SidePanel[];
  readonly onSidePanel: (sidePanel: SidePanel) => void;
  /** Asks whether to end the consultation; null where it cannot be ended. */
  readonly onFinish: (() => void) | null;
};

/** The shortcuts of the focused pane: its reply box, what is known of the patient, its papers, and its end. */
export function usePaneKeys({ orderId, focused, available, onSidePanel, onFinish }: PaneCommands): void {
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
  useShortcut('history', to('history'));
  useShortcut('record', to('record'));
  useShortcut('prescription', to('prescription'));
  useShortcut(
    'finish',
    answer(() => onFinish?.()),
  );
}
