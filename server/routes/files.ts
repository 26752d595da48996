import { Code } from '../../contract/envelope.ts';
import { signFile, uploadFile } from '../../contract/extension/files.ts';
import type { Disk } from '../files/disk.ts';
import { type Links, safeName } from '../files/links.ts';
import { route } from '../route.ts';
import { fileWith, keepFile, mayOpen } from '../store/files.ts';
import { done, refused } from '../store/outcome.ts';
import type { Rates } from '../store/rates.ts';
import { trail } from '../store/trail.ts';
import type { UnitOfWork } from '../store/unitOfWork.ts';

type Needs = { uow: UnitOfWork; disk: Disk; links: Links; rates: Rates };

/** Takes files in, and makes links to them for those who may open them. */
export const fileRoutes = ({ uow, disk, links, rates }: Needs) => [
  route(uploadFile)(async (_, { user, tenantId, file, now }) => {
    if (!file) return refused(Code.badRequest, { field: 'file' });
    const rate = await rates.hit(`upload:${tenantId}:${user.kind}:${user.id}`, 60_000);
    if (rate.count > 60) return refused(Code.tooManyRequests, { retryAfterMs: rate.expireTime - now });
    const saved = await disk.save(file);
    if (saved === 'tooLarge') return refused(Code.fileTooLarge);
    if (saved === 'typeRefused') return refused(Code.fileTypeRefused);
    const name = safeName(file.name);
    const { key, contentType, size, width, height } = await keepFile(uow.read(tenantId), user, name, saved, now);
    return done({ url: links.linkTo(key, name).url, name, size, type: contentType, width, height });
  }),

  route(signFile)(async ({ url }, { user, tenantId, actor, now }) => {
    const key = links.keyOf(url);
    const store = uow.read(tenantId);
    const file = key === null ? null : await fileWith(store, key);
    const opens = file !== null && (await mayOpen(store, user, file));
    const purpose = file?.conversationId ? `conversation:${file.conversationId}` : null;
    const deed = { action: 'read', entity: 'file', entityId: file?.id ?? null, patientId: null, purpose } as const;
    if (file) await trail(store, actor, now, { ...deed, outcome: opens ? 'ok' : 'refused' });
    if (!opens) return refused(Code.notFound);
    return done(links.linkTo(file.key, file.name));
  }),
];
