import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { recipesPlugin } from '../scripts/recipes.ts';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const lateMs = 250;
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="teal"/></svg>';

type Options = {
  /** Serves compressed files, as the platform does. */
  compressed?: boolean;
};

/** Builds and serves the page of a folder like the product; `/late.svg` is a picture with a delay. */
export async function openSite(folder: URL, { compressed = false }: Options = {}) {
  const root = fileURLToPath(folder);
  const outDir = join(tmpdir(), `cloudroom-bench-${process.pid}-${basename(root)}`);
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [recipesPlugin, react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 10_000,
    },
  });
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path === '/late.svg') {
      response.setHeader('content-type', 'image/svg+xml');
      setTimeout(() => response.end(picture), lateMs);
      return;
    }
    const file = join(outDir, path === '/' ? 'index.html' : path);
    const body = await readFile(file).catch(() => null);
    if (body === null) return void response.writeHead(404).end();
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    if (!compressed) return void response.end(body);
    response.setHeader('content-encoding', 'br').end(await promisify(brotliCompress)(body));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
