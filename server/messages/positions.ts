import { sql } from 'drizzle-orm';
import { SenderType } from '../../contract/im.ts';
import { isRowId } from '../db/columns.ts';
import type { Database, Db } from '../db/connection.ts';
import { type HospitalStore, hospitalStore } from '../db/hospitalStore.ts';
import type { Bus } from '../events/bus.ts';
import { appendDailyInside, type Daily, isDailyWritten, rememberDaily } from '../trail/trail.ts';
import type { Party, PartyContext } from './party.ts';
import { clampSeq } from './queries.ts';
import { eventOnWire } from './wire.ts';

type Rise = { conversationId: string; mark: 'read' | 'delivered'; upTo: number };
type Row = { id: unknown; seq: number; read: number; delivered: number; order_id: unknown };
type Needs = { db: Database; bus: Bus; now: () => number };

const columns = {
  [SenderType.patient]: { me: 'patient_id', read: 'patient_read_up_to', delivered: 'patient_delivered_up_to' },
  [SenderType.doctor]: { me: 'doctor_id', read: 'doctor_read_up_to', delivered: 'doctor_delivered_up_to' },
} as const;

/**
 * One statement that raises a position to the other party's last message at or before `upTo` and appends an event about it;
 * it changes nothing when the position is already there. Only messages count: if read events could be read, two readers
 * would trigger each other for ever.
 */
function statement({ hospitalId, type, id }: Party, { conversationId, mark, upTo }: Rise, at: number) {
  const { me, read, delivered } = columns[type];
  const [mine, readAt, deliveredAt] = [sql.identifier(me), sql.identifier(read), sql.identifier(delivered)];
  const position = mark === 'read' ? readAt : deliveredAt;
  const reads = mark === 'read';
  return sql`
with held as materialized (
  select * from im_conversation v where v.tenant_id = ${hospitalId} and v.id = ${conversationId} and v.${mine} = ${id} for update
), goal as (
  select h.id, (select max(e.seq) from im_event e where e.conversation_id = h.id and e.kind = 'message'
    and e.seq > h.${position} and e.seq <= ${upTo} and e.sender_type <> ${type}) as reached from held h
), moved as (
  update im_conversation v set last_seq = v.last_seq + 1,
    ${readAt} = case when ${reads} then g.reached else v.${readAt} end,
    ${deliveredAt} = greatest(v.${deliveredAt}, g.reached)
  from goal g where v.id = g.id and g.reached is not null
  returning v.id, v.order_id, v.last_seq, v.${readAt} as read, v.${deliveredAt} as delivered
), stored as (
  insert into im_event (conversation_id, seq, tenant_id, kind, sender_type, sender_id, payload, send_time)
  select m.id, m.last_seq, ${hospitalId}, 'read', ${type}, ${id},
    jsonb_build_object('reader', ${type}::int, 'readUpTo', m.read, 'deliveredUpTo', m.delivered), ${at}
  from moved m returning id, seq
)
select s.id, s.seq, m.read, m.delivered, m.order_id from stored s, moved m`;
}

function trailRowOf({ actor, at }: Pick<Daily, 'actor' | 'at'>, conversationId: string): Daily {
  const entry = { action: 'read', entity: 'conversation', entityId: conversationId, outcome: 'ok' } as const;
  return { actor, at, entry: { ...entry, patientId: null, purpose: null, detail: { call: actor.call } } };
}

/** Stores a rise, and in the same transaction the row of the reader and conversation that the trail lacks today. */
async function storeWithTrail(hospital: HospitalStore, row: Daily, store: (db: Db) => Promise<Row | undefined>) {
  if (isDailyWritten(hospital, row)) return store(hospital.db);
  const risen = await hospital.db.transaction(async (tx) => {
    const stored = await store(tx);
    if (stored) await appendDailyInside(hospitalStore(tx, hospital.hospitalId), [row]);
    return stored;
  });
  if (risen) rememberDaily(hospital, [row]);
  return risen;
}

/** Raises read and delivered positions in the reader's own conversations; each rise appends an event. */
export const createRaisePosition =
  ({ db, bus, now }: Needs) =>
  async (rise: Rise, { by: reader, actor }: PartyContext): Promise<void> => {
    if (!isRowId(rise.conversationId)) return;
    const at = now();
    const { hospitalId, type, id } = reader;
    const { conversationId } = rise;
    const upTo = clampSeq(rise.upTo);
    const hospital = hospitalStore(db, hospitalId);
    const raise = async (store: Db) => (await store.execute<Row>(statement(reader, { ...rise, upTo }, at))).rows[0];
    const row = await (actor === null
      ? raise(hospital.db)
      : storeWithTrail(hospital, trailRowOf({ actor, at }, conversationId), raise));
    if (!row) return;
    const payload = { reader: type, readUpTo: Number(row.read), deliveredUpTo: Number(row.delivered) };
    const event = eventOnWire(
      {
        id: String(row.id),
        tenantId: hospitalId,
        conversationId,
        seq: Number(row.seq),
        kind: 'read',
        payload,
        senderType: type,
        senderId: id,
        clientMessageId: null,
        type: null,
        content: null,
        status: 0,
        sendTime: at,
      },
      String(row.order_id),
    );
    bus.publish({
      type: 'conversation.advanced',
      conversationId,
      seq: Number(row.seq),
      event,
      hospitalId,
      eventId: `im:${row.id}`,
      at,
    });
  };
