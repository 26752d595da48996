import { findDrugInventory, getDrugInventory, listWarehouses, searchDrugs } from '../../contract/http/drugs.ts';
import { done } from '../db/outcome.ts';
import { route } from '../http/route.ts';
import type { Drugs } from './drugs.ts';

/** Warehouses, drugs and stock. */
export const drugRoutes = ({ drugs }: { drugs: Drugs }) => [
  route(listWarehouses)(async (_, { user }) => done(await drugs.warehouses(user))),
  route(searchDrugs)(async (search, { user }) => done(await drugs.search(user, search))),
  route(getDrugInventory)(async (query, { user }) => done(await drugs.stock(user, query))),
  route(findDrugInventory)(async ({ id }, { user }) => done(await drugs.everywhere(user, id))),
];
