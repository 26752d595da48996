import { useContext } from 'react';
import type { OrderId } from '../../../contract/ids.ts';
import { ReplyBoxes } from '../chat/replyBoxes.ts';
import { useShortcut } from '../keyboard/registry.ts';
import { factsId, paneId } from './room.ts';

/** Presses the microphone, or the button that stops a running recording; a finished one is sent or discarded by hand. */
function pressVoice(orderId: OrderId): void {
  const pane = document.getElementById(paneId(orderId));
  const button = pane?.querySelector('.voice-note') ? '.voice-stop' : '.voice-record';
  pane?.querySelector<HTMLButtonElement>(button)?.click();
}

type PaneCommands = {
  readonly orderId: OrderId;
  readonly focused: boolean;
  /** Opens the confirmation to finish; null if the consultation cannot be finished. */
  readonly onFinish: (() => void) | null;
  /** Shows only this pane, or all panes again. */
  readonly onEnlarge: () => void;
  readonly onClose: () => void;
  /** Says that the patient's messages need no answer, or takes it back. */
  readonly onNoAnswer: () => void;
};

/** Shortcuts of the focused pane: reply box, voice note, its size, and finishing. */
export function usePaneKeys(commands: PaneCommands): void {
  const { orderId, focused, onFinish, onEnlarge, onClose, onNoAnswer } = commands;
  const boxes = useContext(ReplyBoxes);
  const answer = (act: () => void) => (focused ? act : null);
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
  useShortcut(
    'finish',
    answer(() => onFinish?.()),
  );
}
