import type { Socket as TcpSocket } from 'node:net';

/** The parts of an engine.io connection that this uses. */
type Connection = {
  on(name: 'packetCreate', listener: (packet: { data?: unknown }) => void): unknown;
  on(name: 'drain', listener: () => void): unknown;
  close(discard?: boolean): void;
  transport?: { socket?: { _socket?: Pick<TcpSocket, 'destroy'> | null } };
};

/** A client reads more slowly than this only when it has stopped: half a thousand of the longest messages. */
const maxBufferedUnits = 1024 * 1024;

/**
 * Disconnects a client that does not read what it is sent, so that it cannot fill this process's memory. After its
 * reconnect it loads what it missed by the numbers of its conversations.
 */
export function limitBuffer(connection: object, onSlow: () => void, maxUnits = maxBufferedUnits): void {
  const inner = connection as Connection;
  let [buffered, isOver] = [0, false];
  // Engine.io hands its buffer to the transport at once when that can write, and otherwise when it can write again.
  inner.on('drain', () => {
    buffered = 0;
  });
  inner.on('packetCreate', ({ data }) => {
    buffered += typeof data === 'string' ? data.length : 0;
    if (buffered <= maxUnits || isOver) return;
    isOver = true;
    onSlow();
    const tcp = inner.transport?.socket?._socket;
    // A closing handshake would wait for the client that does not read.
    if (tcp) tcp.destroy();
    else inner.close(true);
  });
}
