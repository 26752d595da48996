import type { Code } from '../contract/envelope.ts';
import type { Tokens } from '../contract/http/auth.ts';
import type { InputOf, Operation, ReplyOf } from '../contract/operation.ts';
import type { Reply } from './http.ts';

/** How somebody signs in. */
export type Account = { readonly username: string; readonly password: string };

/** Somebody who is signed in. */
export type Person = {
  readonly tokens: Tokens;
  readonly account: Account;
  /** The device that the account signs in from. */
  readonly device: string;
  ask<O extends Operation>(operation: O, input: InputOf<O> | Record<string, unknown>): Promise<Reply>;
  call<O extends Operation>(operation: O, input: InputOf<O>): Promise<ReplyOf<O>>;
  /** Makes a call that must be refused with one of the codes. */
  refused(operation: Operation, input: Record<string, unknown>, ...codes: readonly Code[]): Promise<void>;
};
