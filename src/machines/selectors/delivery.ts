import type { SnapshotFrom } from 'xstate';
import type { Outgoing } from '../../domain/outgoing.ts';
import type { DeliveryRef, deliveryMachine } from '../delivery.ts';

type Snapshot = SnapshotFrom<typeof deliveryMachine>;

export const outgoingIn = (delivery: DeliveryRef): Outgoing => delivery.getSnapshot().context.outgoing;

/** A message that is being stored may get its turn early. */
export const awaitsTurn = (snapshot: Snapshot): boolean =>
  snapshot.matches('queued') ||
  snapshot.matches('elsewhere') ||
  (snapshot.matches('storing') && !snapshot.context.hasTurn);

export const isBeingStored = (snapshot: Snapshot): boolean => snapshot.matches('storing');

export const hasFailed = (snapshot: Snapshot): boolean => snapshot.matches('failed');
