/**
 * A change that others must learn of, published after it is committed. It names what changed and carries no more than a
 * hint: whoever hears it can also pull the state. `type` is `subject.pastVerb`.
 */
export type DomainEvent =
  | { type: 'conversation.advanced'; conversationId: string; seq: number; event: Record<string, unknown> }
  | {
      type: 'order.changed';
      orderId: string;
      status: number;
      doctorId: string | null;
      patientId: string;
      /** What it means to the awaiting list, and whose doing it was where it was a doctor's. */
      change: 'added' | 'taken' | 'refused' | 'cancelled' | 'expired' | 'ended' | 'changed';
      by: { id: string; name: string; nameEn: string } | null;
    }
  | {
      type: 'prescription.changed';
      prescriptionId: string;
      orderId: string;
      doctorId: string;
      status: number;
      auditStatus: number;
      version: number;
      remark: string | null;
    }
  | {
      type: 'review.changed';
      prescriptionId: string;
      updateTime: number;
      /** Why it left the queue, and by whom; null while it stays there. */
      removal: {
        reason: 'approved' | 'rejected' | 'withdrawn' | 'expired';
        by: { id: string; name: string; nameEn: string } | null;
      } | null;
    }
  | { type: 'stock.changed'; warehouseId: string; drugIds: string[] }
  | { type: 'session.revoked'; userType: number; userId: string; sessionIds: string[]; reason: string };

/** An event as it is heard: with its hospital, its number in the outbox and its time. */
export type Published = DomainEvent & { tenantId: string; eventId: string; at: number };

type Listener = (event: Published) => void;

/** Carries committed events to whoever in this process listens; a listener that throws hurts nobody else. */
export function createBus(onFault: (cause: unknown, event: Published) => void) {
  const listeners = new Set<Listener>();
  return {
    subscribe(listener: Listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    publish(event: Published) {
      for (const listener of listeners)
        try {
          listener(event);
        } catch (cause) {
          onFault(cause, event);
        }
    },
  };
}

export type Bus = ReturnType<typeof createBus>;
