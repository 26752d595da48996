import { describe } from 'vitest';
import { consultSuite } from '../../support/consultSuite.ts';
import { engines } from '../../support/engines.ts';
import { consultLists } from './consult/lists.ts';
import { orderSteps } from './consult/steps.ts';

// In one file, because opening each database takes as long as all these tests.
describe.each(engines)('on $engine', ({ open }) => consultSuite(open, orderSteps(), consultLists()));
