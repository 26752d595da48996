import type { EventEmitter } from 'node:events';
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { headersFor } from '../http/headers.ts';
import type { Proxies } from '../http/proxies.ts';
import type { Io } from './types.ts';

/** The reason of a refused upgrade whose client may try again soon. */
export const tooManyHandshakes = 'Too many unfinished handshakes';

/** What Engine.IO reports of a refusal: requests that are no upgrades have `res`, established websockets `websocket`. */
type Refusal = {
  req: IncomingMessage & { res?: unknown; websocket?: unknown };
  message: string;
  context?: { message?: string };
};

/** Answers a refused upgrade, which has no response object, and closes its connection. */
function refuseUpgrade(request: IncomingMessage, why: string, proxies: Proxies): void {
  const isBusy = why === tooManyHandshakes;
  const headers = {
    ...headersFor(request, proxies),
    connection: 'close',
    'content-type': 'text/plain',
    'content-length': Buffer.byteLength(why),
    ...(isBusy ? { 'retry-after': '1' } : { 'sec-websocket-version': '13, 8' }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const { socket } = request;
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${isBusy ? '503 Service Unavailable' : '400 Bad Request'}\r\n${lines.join('')}\r\n${why}`);
}

/** Sets the common headers on answers of this path, which the HTTP server's own hooks do not see. */
export function setSocketHeaders(io: Io, server: HttpServer, path: string, proxies: Proxies): void {
  io.engine.on('headers', (headers: Record<string, string>, request: IncomingMessage) =>
    Object.assign(headers, headersFor(request, proxies)),
  );
  server.prependListener('request', (request, response) => {
    if (request.url?.startsWith(path)) response.setHeaders(new Map(Object.entries(headersFor(request, proxies))));
  });
  // Engine.IO writes an answer of its own only where the connection still takes one after this event.
  io.engine.on('connection_error', ({ req, message, context }: Refusal) => {
    if (req.res === undefined && req.websocket === undefined) refuseUpgrade(req, context?.message ?? message, proxies);
  });
  // Engine.IO creates the server of `ws`, which refuses malformed upgrades, each time the HTTP server begins to listen.
  server.on('listening', () => {
    const { ws } = io.engine as unknown as { ws: EventEmitter };
    ws.on('wsClientError', (cause: Error, _: unknown, request: IncomingMessage) =>
      refuseUpgrade(request, cause.message, proxies),
    );
  });
}
