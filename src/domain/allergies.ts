/** What is known of a patient's allergies. "None" was asked and answered; "unknown" was never asked. */
export type Allergies =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly to: readonly string[] };

const none =
  /^(无|没有|否认|未发现|无过敏史|否认过敏史|否认药物过敏史?|none|no|nil|nkda|nka|no known (drug )?allerg(y|ies))[.。]?$/i;

/** Reads the patient's own words. */
export function allergiesOf(text: string | null | undefined): Allergies {
  const said = text?.trim() ?? '';
  if (said === '') return { kind: 'unknown' };
  if (none.test(said)) return { kind: 'none' };
  return {
    kind: 'known',
    to: said
      .split(/[,，、;；\n]+/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  };
}
