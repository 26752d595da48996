import { sql } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { putUiSetting } from '../../contract/extension/settings.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { uiSetting } from '../db/schema/tenants.ts';
import { uiSettingOf } from './accountQueries.ts';
import type { CallContext } from './caller.ts';

const maxLength = 64 * 1024;

/** A person's settings of the workstation. */
export async function readUiSetting(_: unknown, { by, store }: CallContext) {
  const stored = await uiSettingOf(store, by);
  // The stored value was parsed as a UI setting when it was saved.
  return done((stored?.value ?? {}) as Record<string, never>);
}

export async function storeUiSetting(
  { setting, merge }: RequestOf<typeof putUiSetting>,
  { by, at, store }: CallContext,
): Promise<Outcome<true>> {
  const settingTooLarge = refused(Code.badRequest, { field: 'setting' });
  if (JSON.stringify(setting).length > maxLength) return settingTooLarge;
  // A single statement, so that concurrent merges do not overwrite each other.
  const value = merge ? sql`${uiSetting.value} || excluded.value` : sql`excluded.value`;
  return store.run(async (tx) => {
    const written = await tx.db
      .insert(uiSetting)
      .values({ tenantId: tx.hospitalId, userId: by.id, value: setting, updateTime: at })
      .onConflictDoUpdate({
        target: [uiSetting.tenantId, uiSetting.userId],
        set: { value, updateTime: at },
        setWhere: sql`length((${value})::text) <= ${maxLength}`,
      })
      .returning({ userId: uiSetting.userId });
    if (written.length === 0) return settingTooLarge;
    tx.announce({ type: 'person.changed', userId: by.id, part: 'settings' });
    return done(true as const);
  });
}
