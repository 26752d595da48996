import type { Server, Socket } from 'socket.io';
import type * as z from 'zod/mini';
import type { AckOf, ClientEvent, ClientEventName, ServerEvents } from '../../contract/socket.ts';
import type { Identity } from '../accounts/identities.ts';
import { deviceNameOf } from '../trail/device.ts';
import type { Actor } from '../trail/trail.ts';

/** A value before the receiver parses it: ids are plain strings. */
export type Unparsed<T> = T extends string & z.core.$brand
  ? string
  : T extends readonly (infer Item)[]
    ? Unparsed<Item>[]
    : T extends object
      ? { [Key in keyof T]: Unparsed<T[Key]> }
      : T;

/** The acknowledgement of an event. */
export type Answer<Name extends ClientEventName> = Unparsed<AckOf<Name>>;

type Incoming = {
  [Name in ClientEventName]: (sent: ClientEvent<Name>, ack: (answer: Answer<Name>) => void) => void;
};
type Outgoing = { [Name in keyof ServerEvents]: (event: Unparsed<ServerEvents[Name]>) => void };

/** The person of a socket, and when their token expires. */
export type SocketData = {
  who: Identity;
  expireTime: number;
  origin: Pick<Actor, 'ip' | 'device' | 'requestId'>;
  /** The prescription that a reviewer has open on this page. */
  reviewing?: string | null;
  /** How many events were refused by the rate limit. */
  refusals: number;
  /** Events of this socket that are not acknowledged yet. */
  pending: number;
};

export type Io = Server<Incoming, Outgoing, Record<string, never>, SocketData>;
export type ClientSocket = Socket<Incoming, Outgoing, Record<string, never>, SocketData>;

/** Where a socket comes from, and the id that its trail rows share. */
export const originOf = ({ handshake, id }: ClientSocket) => ({
  ip: handshake.address,
  device: deviceNameOf(handshake.headers['user-agent']),
  requestId: id,
});

/** The actor of an event, with no trail rows yet. */
export const actorOf = ({ data }: ClientSocket, call: string): Actor => {
  const { userType, userId, sessionId } = data.who;
  return { userType, userId, sessionId, ...data.origin, call, trailRows: { ok: 0, refused: 0 } };
};
