import { plainDenialOf } from '../../clinical/allergies/allergyDenial.ts';
import { readDenialsWith } from '../../clinical/allergies/denialReader.ts';

/** Tests read every way to say "none", as the platform does and the browser after its first view. */
readDenialsWith(plainDenialOf);
