import { SenderType } from '../../contract/im.ts';
import type { Caller } from '../accounts/caller.ts';
import type { imConversation } from '../db/schema/messages.ts';

/** A party of a conversation: its patient or its doctor. */
export type Party = { tenantId: string; type: 1 | 2; id: string };

type Sides = Pick<typeof imConversation.$inferSelect, 'patientId' | 'doctorId'>;

/** The party that a signed-in person can be. */
export const partyOf = ({ kind, tenantId, id }: Pick<Caller, 'kind' | 'tenantId' | 'id'>): Party => ({
  tenantId,
  id,
  type: kind === 'patient' ? SenderType.patient : SenderType.doctor,
});

/** Whether this is the patient or the doctor of the conversation. */
export const isPartyOf = ({ type, id }: Party, { patientId, doctorId }: Sides): boolean =>
  type === SenderType.patient ? patientId === id : doctorId === id;
