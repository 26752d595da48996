/** What is known of a patient's allergies. "None" was asked and answered; "unknown" was never asked. */
export type Allergies =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly to: readonly string[] };

/** Denials as patients and hospitals write them: 否认药物及食物过敏史, 无药物过敏, NKDA, no known drug or food allergies. */
const none =
  /^(无|没有|未发现|否认)?(已知)?(的)?((药物|食物|食品|青霉素|花粉|其他)?(及|和|与|或|、)?)*(过敏史?)?[.。]?$|^(none|no|nil|nkda|nka|no known (((drug|food|medication)s?( (and|or|nor) )?)+ )?allerg(y|ies)|denies( any)?( (drug|food))?( allerg(y|ies))?)[.。]?$/i;

/** A denial starts as one: "青霉素过敏" names an allergy, "无青霉素过敏" denies it. */
const denies = /^(无|没有|未发现|否认|none|no|nil|nk|denies)/i;

/** Reads the patient's own words. */
export function allergiesOf(text: string | null | undefined): Allergies {
  const said = text?.trim() ?? '';
  if (said === '') return { kind: 'unknown' };
  if (denies.test(said) && none.test(said)) return { kind: 'none' };
  return {
    kind: 'known',
    to: said
      .split(/[,，、;；\n]+/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  };
}
