import { SenderType } from '../../contract/im.ts';
import type { Caller } from '../accounts/caller.ts';
import type { imConversation } from '../db/schema/messages.ts';

/** One side of a conversation: the patient who asked or the doctor who took the order. */
export type Party = { tenantId: string; type: 1 | 2; id: string };

type Sides = Pick<typeof imConversation.$inferSelect, 'patientId' | 'doctorId'>;

/** As which side a signed-in person speaks. */
export const partyOf = ({ kind, tenantId, id }: Pick<Caller, 'kind' | 'tenantId' | 'id'>): Party => ({
  tenantId,
  id,
  type: kind === 'patient' ? SenderType.patient : SenderType.doctor,
});

/** Only the patient and the doctor of a conversation take part in it. */
export const isPartyOf = ({ type, id }: Party, { patientId, doctorId }: Sides): boolean =>
  type === SenderType.patient ? patientId === id : doctorId === id;
