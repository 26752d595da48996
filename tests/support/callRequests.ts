import type { Operation } from '../../contract/operation.ts';
import { pdf } from './filesSuite.ts';

export type Request = {
  method: Operation['method'];
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
};
/** Sends a request to a platform from the given address and returns the body. */
export type Transport = (request: Request, ip: string) => Promise<string>;
export type Input = Record<string, unknown>;

export const boundary = 'boundary-of-the-form';

/** A form with one file, as a browser sends it. */
export const formWith = (name: string, content: Buffer = pdf) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

/** Placeholder for lists nested deeper than JSON.stringify can write. */
export const nested = 'nested-very-deep';
const depth = 9_000;
const withNesting = (json: string) => json.replaceAll(`"${nested}"`, '['.repeat(depth) + ']'.repeat(depth));

/** Text for a URL, which cannot express a lone surrogate. */
const asText = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(/[\ud800-\udfff]/gu, '\ufffd');
};

function payloadOf({ method, wire }: Operation, query: Input, body: unknown) {
  if (method === 'GET') return {};
  const isUpload = wire === 'upload' && method === 'POST';
  const type = isUpload ? `multipart/form-data; boundary=${boundary}` : 'application/json';
  const payload = isUpload ? formWith(asText(query.name ?? 'a.pdf')) : withNesting(JSON.stringify(body));
  return { type: { 'content-type': type }, payload };
}

/** A call on the wire; `body` may violate the call's schema. */
export function requestOf(operation: Operation, query: Input, body: unknown, token: string | null): Request {
  const rest = { ...query };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = asText(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, asText(value)]));
  const { type = {}, ...payload } = payloadOf(operation, query, body);
  const bearer = token === null ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'tenant-id': '1', 'accept-language': 'en', ...type, ...bearer };
  return { method: operation.method, url: `/api${path}?${search}`, headers, ...payload };
}
