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

/**
 * Interprets the patient's own words. A comma does not separate two allergens, because it also comes before a reaction
 * ("Penicillin, rash as a child").
 */
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
          .split(/[、;；\n]+/)
          .map((one) => one.trim())
          .filter((one) => one !== ''),
      };
  }
}

/** What the record says about allergies and the patient's file does not; null if there is nothing. */
function allergiesBeside(file: string | null | undefined, record: string): string | null {
  const written = allergiesOf(record);
  if (written.kind === 'other') return allergiesOf(file).kind === 'known' ? null : written.text;
  if (written.kind !== 'known') return null;
  const known = file?.toLowerCase() ?? '';
  const separator = /[、；]/.test(record) ? '；' : '; ';
  return written.to.filter((one) => !known.includes(one.toLowerCase())).join(separator) || null;
}

/** Allergies to show: what only the record says, and the file's unless it says none or nothing beside that. */
export function allergiesToShow(file: string | null | undefined, record: string) {
  const [inFile, beside] = [allergiesOf(file), allergiesBeside(file, record)];
  return { beside, file: beside === null || inFile.kind === 'known' ? inFile : null };
}
