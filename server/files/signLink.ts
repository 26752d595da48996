import { Code } from '../../contract/envelope.ts';
import type { signFile } from '../../contract/extension/files.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext, Caller } from '../accounts/caller.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { appendTrail, readOutcome } from '../trail/trail.ts';
import type { Links } from './links.ts';
import { isOwner, isParty, isReviewer, quarantineCode } from './policy.ts';
import { conversationOf, type FileRow, findFile } from './queries.ts';

/** Whether a reviewer reads the messages of this consultation for a review. */
export type ReviewAccess = (store: HospitalStore, auditorId: string, orderId: string, at: number) => Promise<boolean>;

type Needs = { links: Links; mayReviewerRead: ReviewAccess };

/**
 * Whether the caller may open a file: its owner, a party of the conversation it was sent in, or a reviewer who reads that
 * conversation for a review, unless it was withdrawn.
 */
async function mayOpen(file: FileRow, { by, at, store }: CallContext<Caller>, { mayReviewerRead }: Needs) {
  if (file.withdrawnTime !== null) return false;
  if (isOwner(by, file)) return true;
  const conversation = await conversationOf(store, file);
  if (!conversation) return false;
  return isParty(by, conversation) || (isReviewer(by) && mayReviewerRead(store, by.id, conversation.orderId, at));
}

/** A link to a stored file, for those who may open it. */
export const signLink =
  (needs: Needs) =>
  async (
    { url }: RequestOf<typeof signFile>,
    context: CallContext<Caller>,
  ): Promise<Outcome<ReplyInputOf<typeof signFile>>> => {
    const { links } = needs;
    const { by, at, store } = context;
    const key = links.keyOf(url);
    const file = key === null ? null : await findFile(store, key);
    const isAllowed = file !== null && (await mayOpen(file, context, needs));
    const purpose = file?.conversationId ? `conversation:${file.conversationId}` : null;
    const entry = { action: 'read', entity: 'file', entityId: file?.id ?? null, patientId: null, purpose } as const;
    if (file) await appendTrail(store, by, at, { ...entry, ...readOutcome(isAllowed && file.quarantine === null) });
    if (!isAllowed) return refused(Code.notFound);
    if (file.quarantine !== null) return refused(quarantineCode(file.quarantine));
    return done(links.linkTo(file.key, file.name, by));
  };
