import type { Socket as TcpSocket } from 'node:net';

/** The untyped parts of an engine.io connection that this uses; a version without them is left unchanged. */
type Inner = {
  flush?: () => void;
  transport?: { socket?: { _socket?: Pick<TcpSocket, 'cork' | 'uncork'> | null } };
};

/**
 * Writes the frames that one connection gets in one turn of the event loop with one system call. A batch of messages gives
 * each party several frames at once: acknowledgements, and the events of both parties. Engine.io makes a system call for
 * each frame; docs/decisions.md has the figures.
 */
export function coalesceWrites(connection: object): void {
  const inner = connection as Inner;
  const flush = inner.flush?.bind(inner);
  if (flush === undefined) return;
  let isScheduled = false;

  const flushTogether = () => {
    isScheduled = false;
    const tcp = inner.transport?.socket?._socket;
    tcp?.cork();
    try {
      flush();
    } finally {
      tcp?.uncork();
    }
  };
  inner.flush = () => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(flushTogether);
  };
}
