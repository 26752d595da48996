import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import './splitter.css';

type Props = {
  /** Accessible name, for example "Resize Conversations". */
  readonly label: string;
  /** Element id of the pane that it resizes. */
  readonly controls: string;
  readonly size: number;
  readonly min: number;
  readonly max: number;
  readonly usual: number;
  /** Whether the resized pane is before or after the splitter. */
  readonly pane: 'before' | 'after';
  /** Vertical between columns, horizontal between rows. */
  readonly line?: 'vertical' | 'horizontal';
  readonly onSize: (px: number) => void;
};

const step = 16;

/**
 * A splitter between two panes, moved by dragging or by the keyboard; Home and End go to the limits and a double click
 * resets it. Chakra's splitter works in per cent and adds 10 KiB to the first load of /cloudRoom.
 */
export function Splitter({ label, controls, size, min, max, usual, pane, line = 'vertical', onSize }: Props) {
  const grip = useRef<{ from: number; size: number } | null>(null);
  const sign = pane === 'before' ? 1 : -1;
  const along = (event: PointerEvent) => (line === 'vertical' ? event.clientX : event.clientY);
  const resize = (px: number) => onSize(Math.round(Math.max(min, Math.min(max, px))));

  const press = (event: KeyboardEvent) => {
    const grow = line === 'vertical' ? 'ArrowRight' : 'ArrowDown';
    const shrink = line === 'vertical' ? 'ArrowLeft' : 'ArrowUp';
    if (event.key === grow) resize(size + sign * step);
    else if (event.key === shrink) resize(size - sign * step);
    else if (event.key === 'Home') resize(min);
    else if (event.key === 'End') resize(max);
    else if (event.key === 'Enter') resize(usual);
    else return;
    event.preventDefault();
  };
  const start = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    grip.current = { from: along(event), size };
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.dataset.dragging = '';
  };
  const drag = (event: PointerEvent) => {
    if (grip.current) resize(grip.current.size + sign * (along(event) - grip.current.from));
  };
  const end = (event: PointerEvent<HTMLDivElement>) => {
    grip.current = null;
    delete event.currentTarget.dataset.dragging;
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be focused and moved; this is ARIA's separator widget.
    <div
      role="separator"
      className="ui-splitter"
      tabIndex={0}
      aria-label={label}
      aria-controls={controls}
      aria-orientation={line}
      aria-valuenow={Math.round(size)}
      aria-valuemin={min}
      aria-valuemax={max}
      onKeyDown={press}
      onPointerDown={start}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => resize(usual)}
    />
  );
}
