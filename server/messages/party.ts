import { SenderType } from '../../contract/im.ts';
import type { Caller } from '../accounts/caller.ts';
import type { imConversation } from '../db/schema/messages.ts';
import type { Actor } from '../trail/trail.ts';

/** A party of a conversation: its patient or its doctor. */
export type Party = { hospitalId: string; type: 1 | 2; id: string };

/** Who writes in a conversation or reads it. The trail names its actor; null where nobody is named. */
export type PartyContext = { by: Party; actor: Actor | null };

type Sides = Pick<typeof imConversation.$inferSelect, 'patientId' | 'doctorId'>;

/** The party that a signed-in person can be. */
export const partyOf = ({ kind, hospitalId, id }: Pick<Caller, 'kind' | 'hospitalId' | 'id'>): Party => ({
  hospitalId,
  id,
  type: kind === 'patient' ? SenderType.patient : SenderType.doctor,
});

/** Whether this is the patient or the doctor of the conversation. */
export const isPartyOf = ({ type, id }: Party, { patientId, doctorId }: Sides): boolean =>
  type === SenderType.patient ? patientId === id : doctorId === id;
