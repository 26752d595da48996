import { plainDenialOf } from './allergyDenial.ts';
import { allergyReader } from './allergyReader.ts';

/** What a text says about allergies, in every way to say "none" that is known. */
export const { readAllergyText, allergyStatements, writtenAllergies } = allergyReader(plainDenialOf);
