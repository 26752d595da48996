import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
};

/** The product's content security policy, so that a test fails where a hospital's browser would refuse. */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "img-src 'self' data: blob:",
  "connect-src 'self' ws: http:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types cloudroom-worker',
].join('; ');

/** Serves the built client from dist/ like any static host; addresses without a file get the page. */
export async function serveClient(path: string, answer: ServerResponse) {
  const isFile = extname(path) !== '';
  const file = join('dist', isFile ? path : 'index.html');
  const body = await readFile(file).catch(() => null);
  if (body === null) return void answer.writeHead(404).end();
  answer
    .writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': policy,
      'cache-control': isFile ? 'public, max-age=60' : 'no-store',
    })
    .end(body);
}
