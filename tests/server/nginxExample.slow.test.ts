import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { startPlatform } from '../support/platform.ts';
import { freePort } from '../support/postgres.ts';
import { demoPassword } from '../support/signIn.ts';

vi.setConfig({ testTimeout: 120_000 });

const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find((file) => existsSync(file));
if (!nginx) process.stderr.write('\n*** NO nginx ON THIS MACHINE: deploy/nginx.conf was not tried ***\n\n');

/** The example with ports and files of this machine, and without TLS. */
function siteFor(ports: readonly number[], port: number): string {
  const example = readFileSync('deploy/nginx.conf', 'utf8');
  const [, servers = ''] = /(upstream[\s\S]*?\n})/.exec(example) ?? [];
  const upstream = servers.replace(/\tserver .*;\n/, () =>
    ports.map((one) => `\tserver 127.0.0.1:${one} max_fails=1 fail_timeout=2s;\n`).join(''),
  );
  return example
    .replace(servers, upstream)
    .replace(/server \{\n\tlisten 80;[\s\S]*$/, '')
    .replace(/\tlisten .*443.*\n/g, '')
    .replace(/\tssl_.*\n/g, '')
    .replace('\tserver_name', `\tlisten 127.0.0.1:${port};\n\tserver_name`);
}

/** nginx with the example in front of platforms at these ports. */
async function startNginx(ports: readonly number[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const port = await freePort();
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name.replace('client_', ''))};`,
  );
  const site = siteFor(ports, port);
  const config = `user root; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events {} http { access_log off; ${paths.join(' ')}\n${site}\n}`;
  writeFileSync(join(folder, 'nginx.conf'), config);
  const command = ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', join(folder, 'error.log')];
  execFileSync(nginx ?? '', ['-t', ...command], { stdio: 'pipe' });
  const child = spawn(nginx ?? '', command, { stdio: 'ignore' });
  onTestFinished(() => {
    child.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 30_000 },
    )
    .toBe(200);
  return url;
}

const platform = () =>
  startPlatform({ beginsWith: inject('seededFolder'), env: { TRUSTED_PROXIES: '127.0.0.1', LIMIT_FACTOR: '0' } });

async function signIn(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/doctor/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'tenant-id': '1' },
    body: JSON.stringify({ username: 'doctor01', password: demoPassword }),
  });
  const { data } = (await reply.json()) as { data: { accessToken: string } };
  return data.accessToken;
}

test.skipIf(!nginx)('the example for nginx passes calls, sockets and large files on', async () => {
  const one = await platform();
  onTestFinished(() => void one.stop());
  const url = await startNginx([one.port]);
  const token = await signIn(url);
  const link = io(url, { path: '/infra/im', transports: ['websocket'], auth: { token, tenantId: '1' } });
  onTestFinished(() => void link.disconnect());
  await new Promise<void>((connected) => link.once('connect', connected));
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(15 * 1024 * 1024)], { type: 'image/png' }), 'large.png');
  const headers = { authorization: `Bearer ${token}`, 'tenant-id': '1' };
  const sent = await fetch(`${url}/api/infra/file/upload`, { method: 'POST', headers, body: form });
  // The platform itself has read all of it, and refuses what is no picture.
  expect(sent.status).toBe(200);
  expect(await sent.json()).toMatchObject({ code: expect.any(Number), msg: expect.any(String) });
});

test.skipIf(!nginx)('the example for nginx gives the calls of a platform that has ended to another one', async () => {
  const [one, other] = [await platform(), await platform()];
  onTestFinished(async () => void (await Promise.all([one.stop(), other.stop()])));
  const url = await startNginx([one.port, other.port]);
  await one.stop();
  const answers: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    const made = { method: 'POST', headers: { 'tenant-id': '1' } };
    const reply = await fetch(`${url}/api/doctor/auth/refresh-token?refreshToken=unknown`, made);
    answers.push(`${reply.status} ${(await reply.text()).slice(0, 12)}`);
  }
  // Each is refused by a platform, in the envelope.
  expect(new Set(answers)).toEqual(new Set([expect.stringMatching(/^200 \{"code":4/)]));
});
