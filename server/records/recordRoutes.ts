import { getCase, saveCase } from '../../contract/http/record.ts';
import { route } from '../http/route.ts';
import type { Records } from './records.ts';

/** Medical records. */
export const recordRoutes = ({ records }: { records: Records }) => [
  route(saveCase)((save, { user: by, now: at }) => records.save({ by, at }, save)),
  route(getCase)((which, { user: by, now: at }) => records.find({ by, at }, which)),
];
