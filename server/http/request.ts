import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../../contract/operation.ts';
import type { Language } from '../accounts/caller.ts';
import { deviceNameOf } from '../trail/device.ts';
import { preferredLanguage } from './preferredLanguage.ts';
import type { IncomingFile, Origin } from './route.ts';

/** The client's address. A proxy may forward a header that a client made up, so only a real address counts. */
export const ipOf = ({ ip, socket }: FastifyRequest): string => (isIP(ip) ? ip : (socket.remoteAddress ?? ''));

/** Names a request in the log. Its own address may contain typed text or a refresh token. */
export const routeOf = ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url ?? null });

export const languageOf = ({ headers }: FastifyRequest): Language => preferredLanguage(headers['accept-language']);

export function headerOf({ headers }: FastifyRequest, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Where a request comes from, as its trail rows name it. */
export const callOriginOf = (request: FastifyRequest, call: string): Origin => ({
  ip: ipOf(request),
  requestId: request.id,
  device: deviceNameOf(headerOf(request, 'user-agent')),
  call,
});

/** Aborts when the connection closes, as it does when a client gives up its request. */
export function connectionSignal({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  raw.once('close', () => closed.abort());
  if (raw.destroyed) closed.abort();
  return closed.signal;
}

/** A form that ends too early is the client's mistake; the multipart parser does not always mark it as one. */
const asBadRequest = (cause: Error & { statusCode?: number }) =>
  Object.assign(cause, { statusCode: cause.statusCode ?? 400 });

/** The file of an upload, whose content is still being received; null where the form has none. */
export async function incomingFile(request: FastifyRequest, operation: Operation): Promise<IncomingFile | null> {
  if (operation.wire !== 'upload' || !request.isMultipart()) return null;
  const part = await request.file().catch((cause: Error) => Promise.reject(asBadRequest(cause)));
  // Readers of the stream fail with its own error, which may have happened already.
  if (part?.file.errored) asBadRequest(part.file.errored);
  part?.file.once('error', asBadRequest);
  return part ? { name: part.filename, stream: part.file } : null;
}
