import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { Int } from '../values.ts';

const Level = z.enum(['info', 'warn', 'block']);

/** One rule at one level: how often it was found, and what became of the prescriptions. */
export const RuleFindings = z.object({
  ruleCode: z.string(),
  level: Level,
  findings: Int,
  prescriptions: Int,
  /** Findings that the doctor continued past with a written reason. */
  overridden: Int,
  /** Submissions that the platform refused because of it. */
  refused: Int,
  /** Findings on prescriptions that a reviewer has rejected. */
  rejected: Int,
});
export type RuleFindings = z.infer<typeof RuleFindings>;

/** What the hospital decided about the checks, with the defaults where it decided nothing. */
export const RuleSettings = z.object({
  maxDrugs: Int,
  supplyDays: z.object({ ordinary: Int, emergency: Int, paediatric: Int, chronic: Int, longest: Int }),
  supplyCountsRest: z.boolean(),
  sparePacks: Int,
  rules: z.array(z.object({ ruleCode: z.string(), level: z.enum(['info', 'warn', 'block', 'off']) })),
});
export type RuleSettings = z.infer<typeof RuleSettings>;

/** How often doctors met each rule in the last days, and the settings of the rules. Names no patient and no doctor. */
export const alertsByRule = operation({
  method: 'GET',
  path: '/prescription/audit/alerts',
  source: 'ours',
  access: 'auditor',
  query: z.object({ days: z._default(Int.check(z.minimum(1), z.maximum(366)), 1) }),
  reply: z.object({ prescriptions: Int, rules: z.array(RuleFindings), settings: RuleSettings }),
});
