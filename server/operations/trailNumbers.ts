import { eq } from 'drizzle-orm';
import { consultOrder } from '../db/schema/orders.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { TrailSearch } from '../trail/search.ts';

type Found = Pick<TrailSearch, 'purposes' | 'about'>;

const ofPrescription = (id: string) => [`prescription:${id}`, `review:${id}`];

/** What to search the trail for when the number of a consultation or prescription is given; null for an unknown number. */
export async function purposesOf(store: Tenanted, number: string): Promise<Found | null> {
  const order = await store.first(consultOrder, eq(consultOrder.orderNo, number));
  if (order) {
    const written = await store.rows(prescription, eq(prescription.orderId, order.id));
    const conversation = order.conversationId === null ? [] : [`conversation:${order.conversationId}`];
    return { purposes: [`order:${order.id}`, ...conversation, ...written.flatMap(({ id }) => ofPrescription(id))] };
  }
  const one = await store.first(prescription, eq(prescription.prescriptionNo, number));
  if (!one) return null;
  const purposes = [...ofPrescription(one.id), ...(one.orderId === null ? [] : [`order:${one.orderId}`])];
  return { purposes, about: { entities: ['prescription', 'review'], id: one.id } };
}
