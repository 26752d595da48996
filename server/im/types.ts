import type { Server, Socket } from 'socket.io';
import type * as z from 'zod/mini';
import type { AckOf, ClientEvent, ClientEventName, ServerEvents } from '../../contract/socket.ts';
import type { Identity } from '../identities.ts';

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
