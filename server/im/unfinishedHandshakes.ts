import type { IncomingMessage } from 'node:http';

export type UnfinishedLimits = { perNetwork: number; inAll: number };

/** The five thousand sockets of a hospital may come back at once through one address; more try again a second later. */
const usual: UnfinishedLimits = { perNetwork: 6_000, inAll: 10_000 };

/**
 * Counts connections from their upgrade until they are admitted or closed, so that connections which never authenticate
 * cannot take the memory of the others.
 */
export function createUnfinishedHandshakes({ perNetwork, inAll }: UnfinishedLimits = usual) {
  const ofNetwork = new Map<string, number>();
  const ends = new WeakMap<IncomingMessage, () => void>();
  let all = 0;

  function release(network: string): void {
    const left = (ofNetwork.get(network) ?? 0) - 1;
    all -= 1;
    if (left > 0) ofNetwork.set(network, left);
    else ofNetwork.delete(network);
  }

  return {
    /** Counts an upgrade; false when too many of its network, or in all, are unfinished. */
    begin(request: IncomingMessage, network: string): boolean {
      const own = ofNetwork.get(network) ?? 0;
      if (own >= perNetwork || all >= inAll) return false;
      all += 1;
      ofNetwork.set(network, own + 1);
      const { socket } = request;
      const end = () => {
        socket.off('close', end);
        if (ends.delete(request)) release(network);
      };
      ends.set(request, end);
      socket.on('close', end);
      return true;
    },
    /** The connection of this upgrade has been admitted. */
    finish: (request: IncomingMessage): void => ends.get(request)?.(),
    count: () => all,
  };
}
