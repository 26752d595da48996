import { describe } from 'vitest';
import { consultSuite } from '../../support/consultSuite.ts';
import { engines } from '../../support/engines.ts';
import { consultLists } from './consult/lists.ts';
import { orderPlaces } from './consult/places.ts';
import { orderSteps } from './consult/steps.ts';

// All in one file, because opening a database takes as long as these tests together.
describe.each(engines)('on $engine', ({ open }) => consultSuite(open, orderSteps(), consultLists(), orderPlaces()));
