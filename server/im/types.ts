import type { Server, Socket } from 'socket.io';
import type * as z from 'zod/mini';
import type { AckOf, ClientEvent, ClientEventName, ServerEvents } from '../../contract/socket.ts';
import type { Identity } from '../accounts/identities.ts';
import type { Actor } from '../trail/trail.ts';

/** A value before the other side has parsed it: ids are plain strings. */
export type Unparsed<T> = T extends string & z.core.$brand
  ? string
  : T extends readonly (infer Item)[]
    ? Unparsed<Item>[]
    : T extends object
      ? { [Key in keyof T]: Unparsed<T[Key]> }
      : T;

/** What answers an event. */
export type Answer<Name extends ClientEventName> = Unparsed<AckOf<Name>>;

type Listened = {
  [Name in ClientEventName]: (sent: ClientEvent<Name>, ack: (answer: Answer<Name>) => void) => void;
};
type Said = { [Name in keyof ServerEvents]: (event: Unparsed<ServerEvents[Name]>) => void };

/** What is known of a connected person: who they are and until when their token lets them stay. */
export type Present = {
  who: Identity;
  expireTime: number;
  /** How often it went on although told to wait. */
  refusals: number;
};

export type Io = Server<Listened, Said, Record<string, never>, Present>;
export type Link = Socket<Listened, Said, Record<string, never>, Present>;

/** Where a socket comes from, and what its rows on the trail share. */
export const placeOf = ({ handshake, id }: Link) => ({ ip: handshake.address, requestId: id });

/** Who sends an event; it has left no row yet. */
export const actorOf = (link: Link): Actor => {
  const { userType, userId } = link.data.who;
  return { userType, userId, ...placeOf(link), trailRows: { ok: 0, refused: 0 } };
};
