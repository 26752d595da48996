import type { DictEntry, DictType } from '../../contract/http/tenant.ts';

/** One dictionary entry; a value that is not an integer remains text. */
export type Entry = {
  readonly label: string;
  readonly value: number | string;
  readonly colorType: string | null;
  /** No new choice. */
  readonly retired?: boolean | undefined;
};

/** Dictionary types by the list names of the specification. */
export const listTypes = {
  Banner_Position: 'banner_position',
  Protocol_ApplyType: 'protocol_apply_type',
  Sms_client_Type: 'sms_client_type',
  Sms_Biz_Type: 'sms_biz_type',
  Sms_Scene: 'sms_scene',
  Notify_Optional: 'sms_notify_optional',
  Hosp_Level: 'hosp_level',
  Doctor_Title: 'member_doctor_title',
  Science_Title: 'member_docto_academic_title',
  Consult_Type: 'consult_type',
  Prescription_Status: 'prescription_status',
  Audit_Status: 'prescription_audit_status',
} as const satisfies Record<string, DictType>;

export type ListName = keyof typeof listTypes;
export type Enumerations = { readonly [Name in ListName]: readonly Entry[] };

const listNames = Object.keys(listTypes) as ListName[];

/** Builds one value for each of the twelve lists. */
export const eachList = <T>(of: (name: ListName) => T) =>
  Object.fromEntries(listNames.map((name) => [name, of(name)])) as { readonly [Name in ListName]: T };

export const noEnumerations: Enumerations = eachList(() => []);

const toValue = (text: string): number | string => (/^\s*-?\d{1,15}\s*$/.test(text) ? Number(text) : text);

/** Converts dictionary entries, in the dictionary's order. */
export const entriesOf = (dictionary: readonly DictEntry[]): readonly Entry[] =>
  dictionary.map(({ label, value, colorType, retired }) => ({
    label,
    value: toValue(value),
    colorType: colorType ?? null,
    ...(retired ? { retired } : {}),
  }));

/** The label of a value, or null if the dictionary lacks it; the caller then shows the value itself. */
export const labelOf = (entries: readonly Entry[], value: number | string | null): string | null =>
  entries.find((entry) => String(entry.value) === String(value))?.label ?? null;
