import { describe } from 'vitest';
import { engines } from '../../support/engines.ts';
import { messageSuite } from '../../support/messageSuite.ts';
import { readingAndRecall } from './reading.ts';
import { sending } from './sending.ts';

// In one file, because opening each database takes as long as all these tests.
describe.each(engines)('on $engine', ({ open }) => messageSuite(open, sending(), readingAndRecall()));
