import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { Int, Ms } from '../values.ts';

/** A notice of the hospital to its staff; `position` is a value of the dictionary banner_position. */
const HospitalNotice = z.object({
  id: z.string(),
  position: Int,
  tone: z.enum(['info', 'warning', 'danger']),
  title: z.string(),
  text: z.string(),
  /** Where to read more: a page of the workstation or an https address. */
  link: z.nullish(z.string()),
  startTime: Ms,
  endTime: z.nullish(Ms),
});
export type HospitalNotice = z.infer<typeof HospitalNotice>;

/** The notices in force, newest first, in the reader's language. */
export const listNotices = operation({
  method: 'GET',
  path: '/system/notice/list',
  source: 'ours',
  access: 'staff',
  reply: z.array(HospitalNotice),
});
