import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { QuickReplyId } from '../ids.ts';
import { quickReplyLength } from '../limits.ts';
import { Int, someText, text } from '../values.ts';
import { onlyVariables } from '../variables.ts';

/** Variables that a quick reply may contain, written as `{{patient.name}}`. */
export const replyVariables = ['patient.name', 'patient.title', 'doctor.name', 'hospital'] as const;

/** Most characters of a quick reply's parts and of the away message; `replies` is the most quick replies of a doctor. */
export const setupLimits = { ...quickReplyLength, replies: 500, awayMessage: 200 } as const;

/** The text of a quick reply; a variable that nothing fills in is refused. */
export const ReplyContent = someText(setupLimits.content).check(onlyVariables(replyVariables));

const title = z.optional(text(setupLimits.title));
const group = z.optional(text(setupLimits.group));

/** Changes one of the doctor's own quick replies; without `group` it is in none. */
export const updateQuickReply = operation({
  method: 'POST',
  path: '/consult/quick-reply/update',
  source: 'ours',
  access: 'doctor',
  body: z.object({ id: QuickReplyId, title, group, content: ReplyContent }),
  reply: z.literal(true),
});

/** Stores order and groups of the doctor's own quick replies; those missing in the list follow it in their order. */
export const arrangeQuickReplies = operation({
  method: 'POST',
  path: '/consult/quick-reply/arrange',
  source: 'ours',
  access: 'doctor',
  body: z.object({ list: z.array(z.object({ id: QuickReplyId, group })).check(z.maxLength(setupLimits.replies)) }),
  reply: z.literal(true),
});

/** Adds quick replies after the doctor's own, all or none; one that exists already is not added again. */
export const importQuickReplies = operation({
  method: 'POST',
  path: '/consult/quick-reply/import',
  source: 'ours',
  access: 'doctor',
  body: z.object({
    list: z
      .array(z.object({ title, group, content: ReplyContent }))
      .check(z.minLength(1), z.maxLength(setupLimits.replies)),
  }),
  reply: z.object({ added: Int, known: Int }),
});

/** What patients read while the doctor is away and has set no message for this absence; empty means nothing. */
export const getAwayMessage = operation({
  method: 'GET',
  path: '/doctor/away-message',
  source: 'ours',
  access: 'doctor',
  reply: z.object({ message: z.string() }),
});

export const putAwayMessage = operation({
  method: 'PUT',
  path: '/doctor/away-message',
  source: 'ours',
  access: 'doctor',
  body: z.object({ message: text(setupLimits.awayMessage) }),
  reply: z.literal(true),
});
