import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Code } from '../../contract/envelope.ts';
import type { Language } from '../accounts/caller.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { refusalEnvelope } from '../http/envelope.ts';
import { callOriginOf, languageOf } from '../http/request.ts';
import { appendDailyTrail } from '../trail/trail.ts';
import type { FileStore } from './fileStore.ts';
import type { Links } from './links.ts';
import { quarantineCode } from './policy.ts';
import type { FileRow } from './queries.ts';

const Named = z.object({ key: z.string().regex(/^[\w-]{20,60}\.\w{2,4}$/), name: z.string().max(400) });
const Proof = z.object({
  expires: z.coerce.number().int(),
  signature: z.string().max(64),
  reader: z.string().max(30).default(''),
});

const headers = {
  // A recalled picture must not come out of a cache.
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
} as const;

/** The page behind a link that opens nothing, in both languages. */
function refusalPage(code: Code): string {
  const said = (language: Language) => refusalEnvelope({ code, data: null }, language).msg;
  const texts = `<p lang="zh-CN">${said('zh-CN')}</p><p lang="en">${said('en')}</p>`;
  return `<!doctype html><html><head><meta charset="utf-8"><title>Cloudroom</title></head><body>${texts}</body></html>`;
}

type Reader = { userType: number; userId: string };

type Needs = {
  fileStore: Pick<FileStore, 'send'>;
  links: Links;
  uow: UnitOfWork;
  now: () => number;
  findFile: (key: string) => Promise<FileRow | null>;
  isLogo: (file: FileRow) => Promise<boolean>;
  /** Links of people who have signed out, or whose account was disabled, open nothing. */
  isSignedIn: (hospitalId: string, reader: Reader) => Promise<boolean>;
};

/** Serves stored files under signed links, and the logos of hospitals to everybody, as downloads that no browser runs. */
export async function fileHostPlugin(
  app: FastifyInstance,
  { fileStore, links, uow, now, findFile, isLogo, isSignedIn }: Needs,
): Promise<void> {
  /** A player fetches a file in many ranges, so a file and reader leave one row a day. */
  async function record(request: FastifyRequest, file: FileRow, reader: Reader | null, outcome: 'ok' | 'refused') {
    const { userType, userId } = reader ?? { userType: null, userId: null };
    const actor = { userType, userId, ...callOriginOf(request, 'download') };
    const purpose = file.conversationId === null ? null : `conversation:${file.conversationId}`;
    const entry = { action: 'read', entity: 'file', entityId: file.id, patientId: null, purpose, outcome } as const;
    const detail = { call: 'download', ...(outcome === 'ok' ? {} : { code: Code.fileLinkExpired }) };
    await appendDailyTrail(uow.read(file.tenantId), actor, now(), { ...entry, detail });
  }

  function sendFile(request: FastifyRequest, reply: FastifyReply, { key, name, contentType }: FileRow) {
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
    return fileStore.send(request, reply.type(contentType), key);
  }

  /** Says why a file is not served: as a page where a browser opens the link, as a refusal elsewhere. */
  function refuse(request: FastifyRequest, reply: FastifyReply, code: Code) {
    reply.headers(headers).code(403).header('cache-control', 'no-store');
    if (request.headers.accept?.includes('text/html'))
      return reply.type('text/html; charset=utf-8').send(refusalPage(code));
    return reply.send(refusalEnvelope({ code, data: null }, languageOf(request)));
  }

  // A browser saves an answer with status 200 as the file.
  app.addHook('onSend', async ({ code }, reply) => {
    if (code !== null && code >= Code.serverError) reply.code(code).header('cache-control', 'no-store');
  });
  app.get('/files/:key/:name', async (request, reply) => {
    const named = Named.safeParse(request.params);
    const proof = Proof.safeParse(request.query);
    const file = named.success ? await findFile(named.data.key) : null;
    const isSigned = named.success && proof.success && links.isValid(named.data.key, named.data.name, proof.data);
    const reader = isSigned ? links.readerOf(proof.data) : null;
    const isOpen = file !== null && file.withdrawnTime === null && file.quarantine === null;
    // Anybody sees a logo before a session exists, so it leaves no row in the trail.
    if (isOpen && !isSigned && (await isLogo(file)))
      return sendFile(request, reply.headers({ ...headers, 'cache-control': 'public, max-age=3600' }), file);
    const isKnown = file !== null && reader !== null && (await isSignedIn(file.tenantId, reader));
    const isAllowed = named.success && isOpen && isKnown;
    if (file) await record(request, file, reader, isAllowed ? 'ok' : 'refused');
    if (isKnown && file.withdrawnTime === null && file.quarantine !== null)
      return refuse(request, reply, quarantineCode(file.quarantine));
    if (!isAllowed) return refuse(request, reply, Code.fileLinkExpired);
    return sendFile(request, reply.headers(headers), { ...file, name: named.data.name });
  });
}
