import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { text } from '../../contract/values.ts';
import { newSecret } from '../accounts/tokens.ts';
import { StartFailure } from '../startFailure.ts';
import { failure, type Result } from './commandLine.ts';

const Access = z.object({ port: z.int(), secret: z.string() });
const AdminCall = z.object({ args: z.array(text(2_000)).check(z.maxLength(20)), by: text(200) });
const Reply = z.object({ ok: z.boolean(), lines: z.array(z.string()) });

/** A command line, and the name of its operator. */
export type AdminCall = z.infer<typeof AdminCall>;

const usualPatienceMs = 30_000;
const fileIn = (dataDir: string) => join(dataDir, 'admin.json');

const isSame = (given: string, right: string) => {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** Parses a call; null when it is invalid. Parse errors quote the text, so they must not reach the log. */
async function readCall(request: IncomingMessage): Promise<AdminCall | null> {
  const body: unknown = await json(request).catch(() => null);
  return AdminCall.safeParse(body).data ?? null;
}

/**
 * Accepts the commands of `npm run admin` while the platform runs, because no other process may open the embedded database.
 * It listens on the loopback interface and requires a secret from a file that only the platform's user can read.
 */
export async function openAdminPort(
  dataDir: string,
  run: (call: AdminCall) => Promise<Result>,
  onFault: (cause: unknown) => void,
) {
  const secret = newSecret();
  const server = createServer({ requestTimeout: 10_000 }, async (request, response) => {
    const answer = (status: number, result: Result) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(result));
    if (!isSame(request.headers.authorization ?? '', `Bearer ${secret}`)) return response.writeHead(403).end();
    try {
      const call = await readCall(request);
      if (call === null) return answer(400, failure('The platform could not read this command.'));
      answer(200, await run(call));
    } catch (cause) {
      onFault(cause);
      answer(500, failure('The platform could not carry this out. Its log says why.'));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const file = fileIn(dataDir);
  const unfinished = `${file}.${process.pid}`;
  const { port } = server.address() as AddressInfo;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, JSON.stringify({ port, secret }), { mode: 0o600, flag: 'wx' });
  renameSync(unfinished, file);
  return {
    close() {
      rmSync(file, { force: true });
      server.closeAllConnections();
      server.close();
    },
  };
}

function accessIn(dataDir: string) {
  const file = fileIn(dataDir);
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new StartFailure(`${file} cannot be read. Run this as the user who runs the platform.`);
  }
  return Access.parse(JSON.parse(content));
}

/** The operator's user name on this machine; a user in a container may have none. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Sends a command to the platform that runs on this data folder; null when none runs. */
export async function callAdminPort(
  dataDir: string,
  call: AdminCall,
  patienceMs = usualPatienceMs,
): Promise<Result | null> {
  const access = accessIn(dataDir);
  if (access === null) return null;
  try {
    const reply = await fetch(`http://127.0.0.1:${access.port}/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access.secret}` },
      body: JSON.stringify(call),
      signal: AbortSignal.timeout(patienceMs),
    });
    // A killed platform leaves its file behind, and another program may use that port now.
    const body: unknown = await reply.json().catch(() => null);
    return Reply.safeParse(body).data ?? null;
  } catch (cause) {
    if (!(cause instanceof DOMException)) return null;
    throw new StartFailure('The platform has not answered. See "npm run admin -- list" for what it did.');
  }
}
