import { Code } from '../../contract/envelope.ts';
import { SenderType } from '../../contract/im.ts';
import type { Caller } from '../accounts/caller.ts';
import type { ContentFlaw } from './examine.ts';
import type { FileRow } from './queries.ts';

/** The type of owner that a person is. */
export const ownerTypeOf = (who: Caller) => (who.kind === 'patient' ? SenderType.patient : SenderType.doctor);

/** Whether a person uploaded a file. */
export const isOwner = (who: Caller, { ownerId, ownerType }: FileRow): boolean =>
  ownerId === who.id && ownerType === ownerTypeOf(who);

type Conversation = { patientId: string; doctorId: string | null };

/** Whether a person takes part in the conversation that a file was sent in. */
export const isParty = (who: Caller, { patientId, doctorId }: Conversation): boolean =>
  (who.kind === 'patient' ? patientId : doctorId) === who.id;

/** Whether a person may read messages for a review. */
export const isReviewer = (who: Caller): boolean => who.kind === 'staff' && who.isAuditor;

type Use = {
  owner: { type: number; id: string };
  /** The media types that are accepted. */
  types: RegExp;
  /** Files of this conversation are accepted as well, whichever party sent them. */
  conversationId: string | null;
};

/** Whether a person may store a link to this file in their own data. */
export const mayUse = ({ owner, types, conversationId }: Use, file: FileRow): boolean =>
  types.test(file.contentType) &&
  file.withdrawnTime === null &&
  file.quarantine === null &&
  ((file.ownerType === owner.type && file.ownerId === owner.id) ||
    (conversationId !== null && file.conversationId === conversationId));

/** What a call for a quarantined file answers. */
export const quarantineCode = (quarantine: string): Code =>
  quarantine === ('notCheckable' satisfies ContentFlaw) ? Code.fileNotChecked : Code.fileQuarantined;
