import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getInfo, updateInfo } from '../../../contract/http/account.ts';
import { openServedPlatform, type ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 30_000 });

let platform: ServedPlatform;
let token: string;
beforeAll(async () => {
  platform = await openServedPlatform({});
  token = (await platform.signIn()).accessToken;
}, 60_000);
afterAll(() => platform?.close());

const nameIn = async (language: string) =>
  ((await platform.call(getInfo, {}, { token, language })).data as { name: string }).name;

test('a name changes in the language of the request and not in the other one', async () => {
  const chinese = await nameIn('zh-CN');
  await platform.call(updateInfo, { name: 'Dr Anne Li' }, { token, language: 'en' });
  expect([await nameIn('en'), await nameIn('zh-CN')]).toEqual(['Dr Anne Li', chinese]);
  await platform.call(updateInfo, { name: '李安' }, { token, language: 'zh-CN' });
  expect([await nameIn('en'), await nameIn('zh-CN')]).toEqual(['Dr Anne Li', '李安']);
});
