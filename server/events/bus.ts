import type { Duty, DutyState } from '../../contract/extension/duty.ts';
import type { AccountChanged, HospitalChanged } from '../../contract/socket.ts';
import type { OwnChanged } from '../../contract/staffEvents.ts';

/**
 * A change, published after its commit. It names what changed and is only a hint: subscribers can also load the state.
 * `type` is `subject.pastVerb`.
 */
export type DomainEvent =
  | { type: 'conversation.advanced'; conversationId: string; seq: number; event: Record<string, unknown> }
  | {
      type: 'order.changed';
      orderId: string;
      status: number;
      doctorId: string | null;
      patientId: string;
      /** What it means for the list of waiting patients; `by` is the doctor who did it, if one did. */
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
      updateTime: number;
    }
  | { type: 'record.changed'; orderId: string; doctorId: string; version: number; status: number }
  | {
      type: 'review.changed';
      prescriptionId: string;
      updateTime: number;
      /** Why it left the review queue, and by whom; null while it stays there. */
      removal: {
        reason: 'approved' | 'rejected' | 'withdrawn' | 'expired';
        by: { id: string; name: string; nameEn: string } | null;
      } | null;
    }
  | {
      type: 'question.changed';
      questionId: string;
      prescriptionId: string;
      orderId: string;
      doctorId: string;
      state: 'asked' | 'answered' | 'closed';
    }
  /** `doctorIds` are the doctors whose consultations with this patient are running. */
  | { type: 'patient.factsChanged'; patientId: string; doctorIds: string[] }
  | { type: 'person.changed'; userId: string; part: AccountChanged['part'] }
  | { type: 'hospital.changed'; part: HospitalChanged['part'] }
  | { type: 'duty.changed'; doctorId: string; state: DutyState; message: string; source: Duty['source'] }
  | { type: 'notices.changed' }
  /** `staffIds` are the people who work with it, whatever their role; an event for no room would reach everybody. */
  | { type: 'own.changed'; staffIds: [string, ...string[]]; part: OwnChanged['part'] }
  | { type: 'stock.changed'; warehouseId: string; drugIds: string[] }
  | { type: 'session.revoked'; userType: number; userId: string; sessionIds: string[]; reason: string };

/** An event as subscribers get it: with its hospital, its id in the event log and its time. */
export type Published = DomainEvent & { hospitalId: string; eventId: string; at: number };

type Listener = (event: Published) => void;

/**
 * Delivers committed events to the listeners in this process, without waiting, and then hands those of this process to
 * `forward`, which takes them to the other processes. A listener that throws does not affect the others.
 */
export function createBus(
  onFault: (cause: unknown, event: Published) => void,
  forward: (event: Published) => void = () => {},
) {
  const listeners = new Set<Listener>();
  function deliver(event: Published) {
    for (const listener of listeners)
      try {
        listener(event);
      } catch (cause) {
        onFault(cause, event);
      }
  }
  return {
    subscribe(listener: Listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Publishes a change that this process has committed. */
    publish(event: Published) {
      deliver(event);
      forward(event);
    },
    /** Delivers an event that another process has published. */
    deliver,
  };
}

export type Bus = ReturnType<typeof createBus>;
