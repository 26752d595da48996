/** Why a hospital cannot change a dictionary. */
export type FixedReason = 'lifeCycle' | 'channel' | 'place' | 'departments';

/**
 * Dictionaries whose values the platform acts on: states of orders and prescriptions, ways of sending, places on the
 * screen. Another label would say something else than what happens. Departments have a section of their own.
 */
const fixed: Readonly<Record<string, FixedReason>> = {
  consult_type: 'lifeCycle',
  consult_order_status: 'lifeCycle',
  prescription_type: 'lifeCycle',
  prescription_status: 'lifeCycle',
  prescription_audit_status: 'lifeCycle',
  sms_client_type: 'channel',
  sms_biz_type: 'channel',
  sms_scene: 'channel',
  sms_notify_optional: 'channel',
  banner_position: 'place',
  protocol_apply_type: 'place',
  hosp_standard_dept: 'departments',
};

/** Why a hospital cannot change this dictionary; null if it can. */
export const fixedReason = (dictType: string): FixedReason | null =>
  Object.hasOwn(fixed, dictType) ? (fixed[dictType] ?? null) : null;
