import { getCase, saveCase } from '../../contract/http/record.ts';
import { route } from '../route.ts';
import type { Records } from '../store/records.ts';

/** Medical records. */
export const recordRoutes = ({ records }: { records: Records }) => [
  route(saveCase)((save, { user }) => records.save(user, save)),
  route(getCase)((which, { user }) => records.find(user, which)),
];
