import type { SnapshotFrom } from 'xstate';
import type { ConversationId } from '../../../contract/ids.ts';
import type { Outgoing } from '../../domain/outgoing.ts';
import type { outboxMachine } from '../outbox.ts';
import { outgoingIn } from './delivery.ts';

type Snapshot = SnapshotFrom<typeof outboxMachine>;

/** Unsent messages of a conversation, including failed ones, in the order of writing. */
export const unsentOf = ({ context }: Snapshot, id: ConversationId): readonly Outgoing[] =>
  (context.queues[id] ?? []).map(outgoingIn);

export const allUnsent = ({ context }: Snapshot): readonly Outgoing[] =>
  Object.values(context.queues).flat().map(outgoingIn);

/** The queues of unsent messages; a new object when a message joins or leaves one. */
export const queuesOf = ({ context }: Snapshot) => context.queues;
