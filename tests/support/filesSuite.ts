import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll } from 'vitest';
import { signFile } from '../../contract/extension/files.ts';
import { openServedPlatform, type ServedPlatform } from './servedPlatform.ts';

export type Uploaded = {
  url: string;
  name: string;
  size: number;
  type: string;
  width: number | null;
  height: number | null;
};

export const png = (width: number, height: number) => PNG.sync.write(new PNG({ width, height }));
export const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');

/** Uploads to a platform and opens its files, as two doctors. */
export function suiteOn(platform: ServedPlatform) {
  const tokens = { ann: '', bob: '' };
  async function signIn() {
    tokens.ann = (await platform.signIn()).accessToken;
    tokens.bob = (await platform.signIn('bob')).accessToken;
  }

  async function post<T>(url: string, content: Buffer, name: string, token: string | null, language = 'en') {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)]), name);
    const request = new Request('http://x/', { method: 'POST', body: form });
    const reply = await platform.app.inject({
      method: 'POST',
      url,
      headers: {
        'tenant-id': '1',
        'accept-language': language,
        'content-type': request.headers.get('content-type') ?? '',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return reply.json<{ code: number; msg: string; data: T }>();
  }
  const upload = (content: Buffer, name = 'picture.png', token: string | null = tokens.ann, language = 'en') =>
    post<Uploaded>('/api/infra/file/upload', content, name, token, language);

  const open = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    platform.app.inject({ method: 'GET', url, headers });
  /** Asks for a new link to a file. */
  const sign = (url: string, language = 'en') =>
    platform.call(signFile, { url }, { token: tokens.ann, headers: { 'accept-language': language } });
  /** Files on the disk, without the notes about those whose row is just being stored. */
  const stored = () =>
    readdirSync(join(platform.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !entry.name.endsWith('.stored'),
    );

  return { tokens, signIn, post, upload, open, sign, stored };
}

/** A platform with file storage for all tests of one suite, and the tokens of two doctors. */
export function filesSuite(have: (platform: ServedPlatform) => void) {
  let platform: ServedPlatform;
  let suite: ReturnType<typeof suiteOn>;
  const tokens = { ann: '', bob: '' };
  const signIn = async () => {
    await suite.signIn();
    Object.assign(tokens, suite.tokens);
  };
  beforeAll(async () => {
    platform = await openServedPlatform();
    suite = suiteOn(platform);
    await signIn();
    have(platform);
  }, 60_000);
  afterAll(() => platform?.close());
  const post = <T>(...given: Parameters<typeof suite.post>) => suite.post<T>(...given);
  const upload = (...given: Parameters<typeof suite.upload>) =>
    suite.upload(...(given.length < 3 ? ([given[0], given[1], tokens.ann] as typeof given) : given));
  const open = (...given: Parameters<typeof suite.open>) => suite.open(...given);
  return { tokens, signIn, post, upload, open, stored: () => suite.stored() };
}
