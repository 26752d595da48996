import { openLink } from '../../server/cluster/link.ts';
import type { OpenTransport } from '../../server/cluster/transport.ts';

/** What connects the processes of a cluster, in this one: links join it, and it can be cut. */
export function createMemoryBus() {
  const receivers = new Set<(packet: string) => void>();
  const arrived: (readonly [kind: string, data: unknown])[] = [];
  let isCut = false;
  const open: OpenTransport = async (onPacket) => {
    receivers.add(onPacket);
    return {
      async send(packet) {
        if (isCut) throw new Error('the bus is cut');
        for (const receive of receivers) receive(packet);
        arrived.push(...(JSON.parse(packet) as { messages: typeof arrived }).messages);
      },
      reconnect: () => {},
      close: async () => void receivers.delete(onPacket),
    };
  };
  const onFault = (cause: unknown) => {
    throw cause;
  };
  return {
    join: () => openLink({ open, warn: () => {}, onFault }),
    /** The data of all messages of a kind that have arrived. */
    arrived: <Data>(kind: string) => arrived.flatMap(([one, data]) => (one === kind ? [data as Data] : [])),
    cut(): void {
      isCut = true;
    },
  };
}
