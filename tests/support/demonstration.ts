import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPasswords } from '../../server/accounts/passwords.ts';
import { storeOf } from '../../server/db/store.ts';
import { seedDemonstration } from '../../server/demo/seed.ts';
import { publishNotice } from '../../server/hospitals/notices.ts';
import { createLog } from '../../server/log.ts';
import { createPlatform } from '../../server/platform.ts';
import { readSettings } from '../../server/settings.ts';
import type { Request } from './callRequests.ts';
import { openTestDatabase } from './database.ts';

const noLimit = { burst: 1_000_000, perSecond: 1_000_000 };

/** The demonstration hospital in this process, recording its log. Rate limits are off. */
export async function openDemonstration() {
  const dataDir = mkdtempSync(join(tmpdir(), 'cloudroom-'));
  const database = await openTestDatabase();
  const passwords = createPasswords();
  const logged: string[] = [];
  await seedDemonstration({ db: database.db, passwords, now: Date.now() });
  const { app, uow } = await createPlatform({
    db: database.db,
    passwords,
    now: Date.now,
    print: () => {},
    rate: noLimit,
    settings: readSettings({ DATA_DIR: dataDir }, []),
    log: createLog('error', (line) => logged.push(line) > 0),
  });

  return {
    app,
    db: database.db,
    logged,
    async send({ payload, ...request }: Request, remoteAddress = '10.9.9.9'): Promise<string> {
      return (await app.inject({ ...request, remoteAddress, ...(payload === undefined ? {} : { payload }) })).body;
    },
    /** Publishes a notice to the staff of the first hospital, as the operator's command does. */
    async publishesNotice(): Promise<void> {
      const texts = { title: '通知', titleEn: 'Notice', text: '通知', textEn: 'Notice' };
      const times = { startTime: Date.now(), endTime: null };
      await publishNotice({ ...texts, ...times, link: null, position: 1 }, { store: storeOf(uow, '1') });
    },
    async listen(): Promise<string> {
      await app.listen({ port: 0, host: '127.0.0.1' });
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    },
    async close() {
      await app.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type Demonstration = Awaited<ReturnType<typeof openDemonstration>>;
