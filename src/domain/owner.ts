import type { AccountId, ConversationId, OrderId, TenantId } from '../../contract/ids.ts';

/** Whose data this is: nothing kept on this machine is ever shown to anybody else. */
export type Owner = { readonly tenantId: TenantId; readonly userId: AccountId };

/** What everything of one consultation is filed under, so that nothing of one patient can surface in another's pane. */
export type ConsultationKey = Owner & { readonly orderId: OrderId; readonly conversationId: ConversationId };

/** The owner as one word, for storage keys and lock names. */
export const ownerName = ({ tenantId, userId }: Owner): string => `${tenantId}:${userId}`;

export const isSameOwner = (a: Owner | null, b: Owner | null): boolean =>
  a !== null && b !== null && a.tenantId === b.tenantId && a.userId === b.userId;
