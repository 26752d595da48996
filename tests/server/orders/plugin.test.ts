import { describe } from 'vitest';
import { consultSuite } from '../../support/consultSuite.ts';
import { engines } from '../../support/engines.ts';
import { consultLists } from './consult/lists.ts';
import { orderPlaces } from './consult/places.ts';
import { serviceSetup } from './consult/serviceSetup.ts';
import { orderSteps } from './consult/steps.ts';
import { waitingList } from './consult/waitingList.ts';

// All in one file, because opening a database takes as long as these tests together.
describe.each(engines)('on $engine', ({ open }) =>
  consultSuite(open, orderSteps(), waitingList(), consultLists(), orderPlaces(), serviceSetup()),
);
