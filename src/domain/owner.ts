import type { Doer } from '../../contract/doer.ts';
import type { AccountId, ConversationId, HospitalId, OrderId } from '../../contract/ids.ts';

/** The owner of locally stored data; it is never shown to anybody else. */
export type Owner = { readonly hospitalId: HospitalId; readonly userId: AccountId };

/** Storage key of one consultation, so that one patient's data never appears in another's pane. */
export type ConsultationKey = Owner & { readonly orderId: OrderId; readonly conversationId: ConversationId };

/** The owner as one string, for storage keys and lock names. */
export const ownerName = ({ hospitalId, userId }: Owner): string => `${hospitalId}:${userId}`;

export const isSameOwner = (a: Owner | null, b: Owner | null): boolean =>
  a !== null && b !== null && a.hospitalId === b.hospitalId && a.userId === b.userId;

/** A staff member's name in the reader's language. */
export const doerName = ({ name, nameEn }: Pick<Doer, 'name' | 'nameEn'>, language: string): string =>
  (language === 'en' && nameEn) || name;
