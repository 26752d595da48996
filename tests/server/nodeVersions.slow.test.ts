import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, type TestContext, test, vi } from 'vitest';
import { nodeVersions } from '../support/nodeVersions.ts';
import { startPlatform } from '../support/platform.ts';
import { demoPassword } from '../support/signIn.ts';

vi.setConfig({ testTimeout: 300_000 });

const run = promisify(execFile);
const cache = resolve('node_modules', '.cache', 'node-versions');
const noRegistry = /\b(ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENETUNREACH)\b/;

/**
 * A Node of another version from the registry of packages. It is unpacked beside the installed packages instead of among
 * them, because its command would take the place of this machine's `node` in every script.
 */
async function nodeOf(version: string): Promise<string> {
  const binary = join(cache, version, 'bin', 'node');
  if (existsSync(binary)) return binary;
  mkdirSync(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'unpacking-'));
  try {
    const name = `node-${process.platform}-${process.arch}@${version}`;
    await run('npm', ['pack', name, '--silent', '--pack-destination', folder], { maxBuffer: 1 << 24 });
    await run('sh', ['-c', 'tar -xzf *.tgz package/bin/node'], { cwd: folder });
    renameSync(join(folder, 'package'), join(cache, version));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return binary;
}

/** The binary; without a registry the test is skipped with words, but not where every test must run. */
async function nodeOrSkip(version: string, context: TestContext): Promise<string> {
  try {
    return await nodeOf(version);
  } catch (cause) {
    const [reason] = noRegistry.exec(String((cause as { stderr?: unknown }).stderr ?? cause)) ?? [];
    if (reason === undefined || process.env.CI === 'true') throw cause;
    return context.skip(`Node ${version} cannot be had from the registry (${reason})`);
  }
}

test.for(nodeVersions)('the platform serves on Node %s, and stops cleanly', async (version, context) => {
  const node = await nodeOrSkip(version, context);
  expect((await run(node, ['--version'])).stdout.trim()).toBe(`v${version}`);
  const platform = await startPlatform({ node, beginsWith: inject('seededFolder') });
  const reply = await fetch(`${platform.url}/api/doctor/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'tenant-id': '1' },
    body: JSON.stringify({ username: 'doctor01', password: demoPassword }),
  });
  expect(await reply.json()).toMatchObject({ code: 200, data: { accessToken: expect.any(String) } });
  expect((await fetch(`${platform.url}/readyz`)).status).toBe(200);
  expect(await platform.stop()).toBe(0);
  expect(platform.output()).not.toMatch(/Warning|"level":"error"/);
});
