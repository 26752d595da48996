import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { zhCN } from 'zod/locales';
import { Code } from '../../contract/envelope.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Language } from '../accounts/caller.ts';
import { compiled } from './compiledSchemas.ts';
import { envelope } from './envelope.ts';
import { messageOf, validationMessage } from './messages.ts';
import { languageOf } from './request.ts';

type Invalid = { ok: false; field: string; reason: string };
type Parsed = { ok: true; input: unknown } | Invalid;
type Issue = z.core.$ZodIssue;

const inChinese = zhCN().localeError;

/** The most useful issue: of a union's alternatives, the one with the fewest issues. */
function nearest(issue: Issue, path: PropertyKey[] = []): { path: PropertyKey[]; message: string } {
  const here = [...path, ...issue.path];
  if (issue.code !== 'invalid_union') return { path: here, message: issue.message };
  const [closest] = [...issue.errors].filter((branch) => branch.length > 0).sort((a, b) => a.length - b.length);
  return closest?.[0] ? nearest(closest[0], here) : { path: here, message: issue.message };
}

/** Parses a request's fields with the operation's schemas; the answer names the first invalid one. */
export function readInput(operation: Operation, request: FastifyRequest): Parsed {
  const { query, params, body } = request;
  const language = languageOf(request);
  const wording = language === 'en' ? {} : { error: inChinese };
  const parts = [
    [operation.query, { ...(query as object), ...(params as object) }],
    [operation.body, (operation.wire === 'upload' ? null : body) ?? {}],
  ] as const;
  const input = {};
  for (const [schema, value] of parts) {
    const parsed = compiled(schema).safeParse(value, wording);
    if (parsed.success) {
      Object.assign(input, parsed.data);
      continue;
    }
    const [first] = parsed.error.issues;
    const { path, message } = first ? nearest(first) : { path: [], message: 'invalid' };
    return { ok: false, field: path.map(String).join('.') || 'body', reason: validationMessage(message, language) };
  }
  return { ok: true, input };
}

/** The answer to a call whose input is invalid. */
export function invalidInput({ field, reason }: Invalid, language: Language) {
  const msg = `${messageOf(Code.badRequest, null, null, language)}:${field} ${reason}`;
  return envelope(Code.badRequest, msg, { field });
}
