import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { AwaitingChanged } from '../../contract/socket.ts';
import type { Live } from './live.ts';

/** Everybody who waits, and this doctor's running consultations. */
export type Awaiting = {
  /** Longest wait first, urgent ones before. */
  readonly waiting: readonly ConsultOrder[];
  readonly running: readonly ConsultOrder[];
  /** `stale` while the link is down; `failed` when the list could not be had. */
  readonly state: 'loading' | 'live' | 'stale' | 'failed';
  readonly loadedAt: number | null;
  /** The last patients who left the list, and why. */
  readonly departed: readonly AwaitingChanged[];
};

/** The awaiting list as the screens see it. */
export type AwaitingList = { readonly list: Live<Awaiting>; refresh(): void };
