import { describe } from 'vitest';
import { engines } from '../../support/engines.ts';
import { messageSuite } from '../../support/messageSuite.ts';
import { readingAndRecall } from './reading.ts';
import { sending } from './sending.ts';

// All in one file, because opening a database takes as long as these tests together.
describe.each(engines)('on $engine', ({ open }) => messageSuite(open, sending(), readingAndRecall()));
