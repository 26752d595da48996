import { eq, sql } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import { getUiSetting, putUiSetting } from '../../contract/extension/settings.ts';
import { done, refused } from '../db/outcome.ts';
import { uiSetting } from '../db/schema/tenants.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { route } from '../http/route.ts';

const maxLength = 64 * 1024;

/** A person's settings of the workstation. */
export function settingsRoutes({ uow }: { uow: UnitOfWork }) {
  return [
    route(getUiSetting)(async (_, { user, tenantId }) => {
      const stored = await uow.read(tenantId).first(uiSetting, eq(uiSetting.userId, user.id));
      // The stored value was parsed as a UI setting when it was saved.
      return done((stored?.value ?? {}) as Record<string, never>);
    }),

    route(putUiSetting)(async ({ setting, merge }, { user, tenantId, now }) => {
      const settingTooLarge = refused(Code.badRequest, { field: 'setting' });
      if (JSON.stringify(setting).length > maxLength) return settingTooLarge;
      // A single statement, so that concurrent merges do not overwrite each other.
      const value = merge ? sql`${uiSetting.value} || excluded.value` : sql`excluded.value`;
      return uow.run(tenantId, async (tx) => {
        const written = await tx.db
          .insert(uiSetting)
          .values({ tenantId, userId: user.id, value: setting, updateTime: now })
          .onConflictDoUpdate({
            target: [uiSetting.tenantId, uiSetting.userId],
            set: { value, updateTime: now },
            setWhere: sql`length((${value})::text) <= ${maxLength}`,
          })
          .returning({ userId: uiSetting.userId });
        if (written.length === 0) return settingTooLarge;
        tx.announce({ type: 'person.changed', userId: user.id, part: 'settings' });
        return done(true as const);
      });
    }),
  ];
}
