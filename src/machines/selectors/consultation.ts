import type { SnapshotFrom } from 'xstate';
import type { ConversationId } from '../../../contract/ids.ts';
import type { ConsultationKey } from '../../domain/owner.ts';
import type { consultationMachine } from '../consultation.ts';

type Snapshot = SnapshotFrom<typeof consultationMachine>;

type Value = Snapshot['value'];
type NestedOf<V> = V extends { readonly finishing: infer Inner } ? Inner : never;
type NestedName<V> = V extends string ? never : keyof V;

/** The current step, which decides what the bottom of the pane shows. */
export type Phase =
  | Extract<Value | NestedOf<Value>, string>
  | Exclude<NestedName<Value>, 'finishing'>
  | NestedName<NestedOf<Value>>;

export function phase({ value }: Snapshot): Phase {
  if (typeof value === 'string') return value;
  if ('finishing' in value && value.finishing !== undefined)
    return typeof value.finishing === 'string' ? value.finishing : 'ending';
  return 'accepting' in value ? 'accepting' : 'active';
}

/** True while an ending is announced but not final. */
export const isFinishing = (s: Snapshot): boolean => ['announcing', 'undoable', 'ending'].includes(phase(s));

/** True while the doctor may write to the patient. */
export const canWrite = (s: Snapshot): boolean => s.hasTag('writable');

/** The latest known version of the order; null until it is loaded. */
export const orderOf = (s: Snapshot) => s.context.order;

/** When the announced ending becomes final (epoch ms of the platform); null if none is announced. */
export const finalAt = (s: Snapshot): number | null => s.context.finishing?.at ?? null;

/** What must be resolved before the consultation can end. */
export const blockersOf = (s: Snapshot) => s.context.blockers;

/** The latest failure. */
export const failureOf = (s: Snapshot) => s.context.failure;

/** Owner, order and conversation of the consultation. */
export const keyOf = (s: Snapshot): ConsultationKey => s.context.key;

export const conversationOf = (s: Snapshot): ConversationId => s.context.key.conversationId;

export const patientOf = (s: Snapshot) => s.context.order?.patient ?? null;

export const orderNoOf = (s: Snapshot): string | null => s.context.order?.orderNo ?? null;

export const isClosed = (s: Snapshot): boolean => phase(s) === 'closed';

/** The summary for the patient that the doctor entered when finishing. */
export const summaryOf = (s: Snapshot): string => s.context.summary;

/** The medical record's machine; null until the record is first opened. */
export const recordOf = (s: Snapshot) => s.context.record;

/** The prescription's machine; null until the prescription is first opened. */
export const prescriptionOf = (s: Snapshot) => s.context.prescription;

export const hasPrescription = (s: Snapshot): boolean => s.context.prescription !== null;
