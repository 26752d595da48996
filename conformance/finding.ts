import { isDeepStrictEqual } from 'node:util';
import { Code, isSuccess } from '../contract/envelope.ts';

/** What a run found out about one rule. */
export type Finding = {
  readonly group: string;
  readonly rule: string;
  readonly state: 'passed' | 'failed' | 'notChecked';
  /** What was wrong, or why the rule could not be checked. */
  readonly reason: string | null;
  readonly core: boolean;
  /** Of a broken rule: what should have come, and what came. */
  readonly expected?: string;
  readonly received?: string;
};

/** What should have come, and what came. */
export type Compared = { readonly expected: string; readonly received: string };

const shownLength = 80;

/** A value as findings show it. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value instanceof Set ? [...value] : value) ?? 'nothing';
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

/** The platform breaks a rule. */
export class Broken extends Error {
  override name = 'Broken';
  readonly compared: Compared;

  constructor(wrong: string, compared: Compared) {
    super(wrong);
    this.compared = compared;
  }
}

/** A rule cannot be checked, because an account or an earlier result is missing. */
export class NotChecked extends Error {
  override name = 'NotChecked';
}

/** Throws `Broken` with what was wrong, what came and what should have come unless the condition holds. */
export function must(holds: boolean, wrong: string, received: unknown, expected: string): asserts holds {
  if (!holds)
    throw new Broken(wrong, { expected, received: typeof received === 'string' ? received : shown(received) });
}

/** Throws `Broken` with both values unless they are the same, by what they hold. */
export function equal<T>(received: T, expected: T, wrong: string): void {
  must(isDeepStrictEqual(received, expected), wrong, received, shown(expected));
}

/** Throws `Broken` unless the code of an answer is that of a success. */
export function mustSucceed(code: number | null, wrong: string): void {
  must(code !== null && isSuccess(code), wrong, `code ${code}`, `code ${Code.ok}`);
}

/** Throws `Broken` unless the code of an answer is that of a refusal. */
export function mustRefuse(code: number | null, wrong: string): void {
  must(code !== null && !isSuccess(code), wrong, `code ${code}`, 'the code of a refusal');
}

/** The value, or `NotChecked` with the reason if there is none. */
export function needed<T>(value: T | null | undefined, missing: string): T {
  if (value === null || value === undefined) throw new NotChecked(missing);
  return value;
}
