import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A relay in front of a server, whose connections can go silent without an end. */
export async function openRelay(target: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  const hanging = new Set<Socket>();
  let isSilent = false;
  let onUnanswered = () => {};
  const relay = createServer((client) => {
    const there = connect(target);
    for (const [from, to] of [
      [client, there],
      [there, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {}).on('close', () => to.destroy());
      from.on('data', (bytes) => {
        if (isSilent) onUnanswered();
        else if (!hanging.has(from)) to.write(bytes);
      });
    }
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return {
    port: (relay.address() as AddressInfo).port,
    silence(on: boolean) {
      isSilent = on;
      // What was said meanwhile is lost, so these connections never continue.
      if (!on) for (const socket of sockets) socket.destroy();
    },
    /** Resolves once something is said that the silence swallows. */
    unanswered: () =>
      new Promise<void>((resolve) => {
        onUnanswered = resolve;
      }),
    /** Open connections become silent for ever; new ones work. */
    hang() {
      for (const socket of sockets) hanging.add(socket);
    },
    close() {
      for (const socket of sockets) socket.destroy();
      relay.close();
    },
  };
}
