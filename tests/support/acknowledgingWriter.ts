// A process that writes rows into a data folder and prints each id once the row is committed, until it is killed.

import { hospitalStore } from '../../server/db/hospitalStore.ts';
import { openEmbeddedStore } from '../../server/db/open.ts';
import { warehouse } from '../../server/db/schema/drugs.ts';

const [folder = ''] = process.argv.slice(2);
const store = await openEmbeddedStore(folder, () => process.exit(1));
const hospital = hospitalStore(store.db, '1');
for (;;) {
  const row = await hospital.add(warehouse, { name: 'written' });
  process.stdout.write(`${row.id}\n`);
}
