import { readAllergyText } from '../../clinical/allergyText.ts';

/**
 * A patient's allergies. "none": the patient denied drug allergies. "unknown": nobody asked. "other": only other
 * allergies were denied, so the text is shown as written.
 */
export type Allergies =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'other'; readonly text: string }
  | { readonly kind: 'known'; readonly to: readonly string[] };

/** Interprets the patient's own words. */
export function allergiesOf(text: string | null | undefined): Allergies {
  const trimmed = text?.trim() ?? '';
  switch (readAllergyText(trimmed)) {
    case 'empty':
      return { kind: 'unknown' };
    case 'denied':
      return { kind: 'none' };
    case 'deniedInPart':
      return { kind: 'other', text: trimmed };
    case 'stated':
      return {
        kind: 'known',
        to: trimmed
          .split(/[,，、;；\n]+/)
          .map((one) => one.trim())
          .filter((one) => one !== ''),
      };
  }
}

/** What the record says about allergies and the patient's file does not; null if there is nothing. */
export function allergiesBeside(file: string | null | undefined, record: string): string | null {
  const written = allergiesOf(record);
  if (written.kind === 'other') return allergiesOf(file).kind === 'known' ? null : written.text;
  if (written.kind !== 'known') return null;
  const known = file?.toLowerCase() ?? '';
  return written.to.filter((one) => !known.includes(one.toLowerCase())).join('; ') || null;
}
