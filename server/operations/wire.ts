import type { liveOperations, staffSessions } from '../../contract/extension/operations.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { CallContext, StaffCaller } from '../accounts/caller.ts';
import { deviceOf } from '../accounts/sessionWire.ts';
import { roleOf } from '../db/roles.ts';
import type { clientReport } from '../db/schema/reports.ts';
import type { loginSession } from '../db/schema/sessions.ts';
import type { staff } from '../db/schema/staff.ts';
import { networkOf } from '../http/network.ts';

type BrowserError = ReplyInputOf<typeof liveOperations>['browserErrors'][number];

/** An error of a browser. Its kind is one of those that the reports' own schema lets in. */
export const browserErrorOnWire = ({ tenantId: _, state: __, ...row }: typeof clientReport.$inferSelect) =>
  row as BrowserError;

type Session = Pick<typeof loginSession.$inferSelect, 'id' | 'ip' | 'userAgent' | 'createTime'> & {
  renewed: string | null;
  who: typeof staff.$inferSelect;
};

/** Open sessions for a reader, whose own one is in use now; the latest used comes first. */
export function sessionsOnWire(
  rows: readonly Session[],
  { by, at }: Pick<CallContext<StaffCaller>, 'by' | 'at'>,
): ReplyInputOf<typeof staffSessions> {
  const shown = rows.map(({ who, ...row }) => {
    const current = row.id === by.sessionId;
    return {
      id: row.id,
      staff: { id: who.id, username: who.username, name: who.name, nameEn: who.nameEn, role: roleOf(who) },
      device: deviceOf(row.userAgent),
      network: networkOf(row.ip),
      signInTime: row.createTime,
      lastTime: current ? at : Number(row.renewed ?? row.createTime),
      current,
    };
  });
  return shown.toSorted((a, b) => b.lastTime - a.lastTime);
}
