import type { z } from 'zod';
import { zhCN } from 'zod/locales';
import type * as mini from 'zod/mini';
import { Code } from '../../contract/envelope.ts';
import { type Refused, refusedWith } from '../db/outcome.ts';
import { validationMessage } from '../http/messages.ts';

/** Why a value is refused, in both languages. */
export type Reason = { readonly zh: string; readonly en: string };

/** A field that is refused. */
export type Problem = { readonly field: string; readonly reason: Reason };

export const problem = (field: string, zh: string, en: string): Problem => ({ field, reason: { zh, en } });

/** A refusal of the form that names the field. */
export const refusedField = ({ field, reason }: Problem): Refused =>
  refusedWith(Code.badRequest, 'fieldRefused', { field, reason });

const inChinese = zhCN().localeError;

/** The first problem of each field by its schema. */
export function problemsBySchema(schema: mini.ZodMiniType, value: unknown): Problem[] {
  const english = schema.safeParse(value);
  if (english.success) return [];
  const chinese = schema.safeParse(value, { error: inChinese as z.core.$ZodErrorMap }).error?.issues ?? [];
  const found = new Map<string, Problem>();
  for (const [at, issue] of english.error.issues.entries()) {
    const { path, message } = issue;
    const field = String(path[0] ?? '');
    if (issue.code === 'too_big' && issue.origin === 'string') {
      const most = Number(issue.maximum);
      if (!found.has(field)) found.set(field, problem(field, `最多 ${most} 个字符`, `Use at most ${most} characters`));
      continue;
    }
    const own = validationMessage(message, 'zh-CN');
    const zh = own === message ? (chinese[at]?.message ?? message) : own;
    if (!found.has(field)) found.set(field, problem(field, zh, message));
  }
  return [...found.values()];
}
