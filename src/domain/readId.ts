import { DoctorId, OrderId, PrescriptionId } from '../../contract/ids.ts';

/** Ids in addresses and in dragged data come from outside; null for text that is no id. */
export const readOrderId = (text: string | null): OrderId | null => OrderId.safeParse(text).data ?? null;
export const readPrescriptionId = (text: string | null): PrescriptionId | null =>
  PrescriptionId.safeParse(text).data ?? null;
export const readDoctorId = (text: string | null): DoctorId | null => DoctorId.safeParse(text).data ?? null;
