import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { faultLine } from '../../server/demo/faults/faultLine.ts';

/** A TCP proxy in front of the platform that simulates network faults. `heal` ends every lasting fault. */
export async function faultProxy(needs: Parameters<typeof faultLine>[0]) {
  const line = faultLine(needs);
  const server = createServer({ allowHalfOpen: true }, line.accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...line,
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      line.reset();
      server.close();
      await once(server, 'close');
    },
  };
}

export type FaultProxy = Awaited<ReturnType<typeof faultProxy>>;
