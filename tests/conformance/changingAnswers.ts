import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

type Body = { code: number; msg: string; data: Record<string, unknown> | null };
type Change = (body: Body) => unknown;

/** A platform whose answers to some paths are changed; its sockets are passed on unchanged. */
export async function changingAnswers(url: string, changes: Record<string, Change>) {
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
      const answer = await fetch(`${url}${request.url}`, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(parts.length > 0 ? { body: Buffer.concat(parts) } : {}),
      });
      const change = changes[(request.url ?? '').replace(/^\/api|\?.*$/g, '')];
      const bytes = Buffer.from(await answer.arrayBuffer());
      const body = change ? JSON.stringify(change(JSON.parse(bytes.toString()))) : bytes;
      const type = answer.headers.get('content-type') ?? 'application/octet-stream';
      response.writeHead(answer.status, { 'content-type': type }).end(body);
    })().catch(() => response.destroy());
  });
  server.on('upgrade', ({ method, url: path, rawHeaders }, client, head) => {
    const lines = rawHeaders.flatMap((name, n) => (n % 2 === 0 ? [`${name}: ${rawHeaders[n + 1]}`] : []));
    const real = connect(Number(new URL(url).port), '127.0.0.1', () => {
      real.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      real.write(head);
      client.pipe(real).pipe(client);
    });
    real.on('error', () => client.destroy());
    client.on('error', () => real.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    paths: Object.keys(changes),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
