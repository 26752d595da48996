import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { frameReader, textFrame } from '../../server/demo/faults/webSocketFrames.ts';

type Body = { code: number; msg: string; data: Record<string, unknown> | null };
type Change = (body: Body) => unknown;

/** What a client gets instead of an event: nothing, or the event once or more, or others. */
type EventChange = (name: string, sent: unknown) => readonly unknown[];

/** Changes the events in a stream of frames from the server; acknowledgements pass. */
function changingEvents(change: EventChange) {
  const read = frameReader();
  return (chunk: Buffer): Buffer => {
    const changed = read(chunk).flatMap(({ bytes, text }) => {
      const [, event] = /^42(\[".*)$/s.exec(text ?? '') ?? [];
      if (event === undefined) return [bytes];
      const [name, sent] = JSON.parse(event) as [string, unknown];
      return change(name, sent).map((one) => textFrame(`42${JSON.stringify([name, one])}`, false));
    });
    return Buffer.concat(changed);
  };
}

/** The head of the answer that opens a socket passes before frames begin. */
function afterHead(rest: (chunk: Buffer) => Buffer) {
  let head: Buffer | null = Buffer.alloc(0);
  return (chunk: Buffer): Buffer => {
    if (head === null) return rest(chunk);
    const all: Buffer = Buffer.concat([head, chunk]);
    const end = all.indexOf('\r\n\r\n');
    head = end < 0 ? all : null;
    return end < 0 ? Buffer.alloc(0) : Buffer.concat([all.subarray(0, end + 4), rest(all.subarray(end + 4))]);
  };
}

/** A platform whose answers to some paths, and some events, are changed. */
export async function changingAnswers(
  url: string,
  changes: Record<string, Change>,
  change: EventChange = (_, sent) => [sent],
) {
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
      client.pipe(real);
      const changed = afterHead(changingEvents(change));
      real.on('data', (chunk: Buffer) => void client.write(changed(chunk)));
      real.on('close', () => client.destroy());
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
