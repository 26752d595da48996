import type { Actor } from '../trail/trail.ts';

/** The languages in which the platform answers. */
export type Language = 'en' | 'zh-CN';

/** A signed-in doctor or auditor, as their token says, and how they want to be answered. */
export type Staff = Actor & { tenantId: string; id: string; name: string; isAuditor: boolean; language: Language };
