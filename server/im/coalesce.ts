import type { Socket as TcpSocket } from 'node:net';

/** What is used of an engine.io connection beyond its types; a version that has it no more is left as it is. */
type Inner = {
  flush?: () => void;
  transport?: { socket?: { _socket?: Pick<TcpSocket, 'cork' | 'uncork'> | null } };
};

/**
 * Sends what one connection is told in one turn of the loop as one write. A batch of messages tells each side several
 * things at once: that its own is stored, and both that one and the other side's for all its windows. Engine.io makes a
 * system call for each frame, which was half of what the platform did for a message (measured).
 */
export function coalesce(connection: object): void {
  const inner = connection as Inner;
  const flush = inner.flush?.bind(inner);
  if (flush === undefined) return;
  let waiting = false;

  const together = () => {
    waiting = false;
    const tcp = inner.transport?.socket?._socket;
    tcp?.cork();
    try {
      flush();
    } finally {
      tcp?.uncork();
    }
  };
  inner.flush = () => {
    if (waiting) return;
    waiting = true;
    setImmediate(together);
  };
}
