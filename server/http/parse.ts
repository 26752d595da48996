import type { z } from 'zod';
import { zhCN } from 'zod/locales';
import { Code } from '../../contract/envelope.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Language } from '../accounts/staffPolicy.ts';
import { compiled } from './compiledSchemas.ts';
import { complaintOf } from './wordings.ts';

type Parsed = { ok: true; input: unknown } | { ok: false; code: typeof Code.badRequest; field: string; reason: string };
type Issue = z.core.$ZodIssue;

const inChinese = zhCN().localeError;

/** The complaint that helps most: of alternatives, that about the one which came closest. */
function nearest(issue: Issue, path: PropertyKey[] = []): { path: PropertyKey[]; message: string } {
  const here = [...path, ...issue.path];
  if (issue.code !== 'invalid_union') return { path: here, message: issue.message };
  const [closest] = [...issue.errors].filter((branch) => branch.length > 0).sort((a, b) => a.length - b.length);
  return closest?.[0] ? nearest(closest[0], here) : { path: here, message: issue.message };
}

/** Reads a request's fields as the operation describes them; the first wrong one is named. */
export function parseInput(operation: Operation, query: object, body: unknown, language: Language): Parsed {
  const wording = language === 'en' ? {} : { error: inChinese };
  const parts = [
    [operation.query, query],
    [operation.body, body ?? {}],
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
    return {
      ok: false,
      code: Code.badRequest,
      field: path.map(String).join('.') || 'body',
      reason: complaintOf(message, language),
    };
  }
  return { ok: true, input };
}
