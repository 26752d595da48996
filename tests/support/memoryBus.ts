import { openLink } from '../../server/cluster/link.ts';
import type { OpenTransport } from '../../server/cluster/transport.ts';

/** What connects the processes of a cluster, in this one: links join it, and it can be cut. */
export function createMemoryBus() {
  const receivers = new Set<(packet: string) => void>();
  const arrived: (readonly [kind: string, data: unknown])[] = [];
  let isCut = false;
  let lost: number | null = null;
  const open: OpenTransport = async (onPacket) => {
    receivers.add(onPacket);
    return {
      async send(packet) {
        if (isCut) throw new Error('the bus is cut');
        if (lost !== null) {
          lost += 1;
          return;
        }
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
    /** From now on packets are lost without a word; the result ends that and says how many were. */
    lose() {
      lost = 0;
      const end = () => {
        lost = null;
      };
      return { count: () => lost ?? 0, end };
    },
    cut(): void {
      isCut = true;
    },
  };
}
