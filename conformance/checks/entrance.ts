import { catalogue, extensions, specified } from '../../contract/catalogue.ts';
import { Code, isSuccess } from '../../contract/envelope.ts';
import { getCaptcha, login, Tokens } from '../../contract/http/auth.ts';
import { awaitList } from '../../contract/http/consult.ts';
import { dictTypes, getDictByType, getTenantByWebsite } from '../../contract/http/tenant.ts';
import { getDoctorInfo } from '../../contract/http/whoami.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Group } from '../check.ts';
import { equal, must, mustRefuse } from '../finding.ts';
import { mustFit } from '../http.ts';
import type { World } from '../world.ts';

/** Names of calls that the platform does not have: they answer as an unknown path does. */
async function missingOf(world: World, calls: Record<string, Operation>): Promise<string[]> {
  const missing: string[] = [];
  for (const [name, operation] of Object.entries(calls)) {
    if (operation.access === 'patient') continue;
    const path = operation.path.replace(/\{\w+\}/g, '1');
    const isBody = operation.method === 'POST' || operation.method === 'PUT';
    const response = await world.http.raw(operation.method, path, {}, isBody ? '{}' : undefined);
    const { code } = await world.http.read(response);
    if (response.status === 404 || response.status === 405) missing.push(name);
    else if (code === Code.methodNotAllowed) missing.push(name);
    else if (code === Code.notFound && operation.access !== 'public') missing.push(name);
  }
  for (const name of missing) world.missing.add(name);
  return missing;
}

const isMissing = (missing: readonly string[], of: object) =>
  `${missing.length} of ${Object.keys(of).length} are missing: ${missing.join(', ')}`;

/** What works before anybody has signed in. */
export const entrance: Group = {
  name: 'Before sign-in',
  core: true,
  checks: [
    {
      rule: 'the hospital is found by the host of its address',
      async run({ http, given: { website, hospitalId } }) {
        const hospital = await http.call(getTenantByWebsite, { website }, { hospitalId: null });
        must(hospital !== null, `no hospital is known under ${website}`, hospital, 'a hospital');
        equal(
          hospital.systemTenantId,
          hospitalId,
          `its systemTenantId is ${hospital.systemTenantId}, not ${hospitalId}`,
        );
      },
    },
    {
      rule: 'an unknown host has no hospital',
      async run({ http }) {
        const unknown = await http.call(getTenantByWebsite, { website: 'nobody.invalid' }, { hospitalId: null });
        equal(unknown, null, 'a hospital is returned for nobody.invalid');
      },
    },
    {
      rule: 'each of the twelve dictionaries is a list of labels and values',
      async run({ http }) {
        for (const dictType of dictTypes) await http.call(getDictByType, { dictType });
      },
    },
    {
      rule: 'the puzzle comes with two pictures and a token, outside the envelope',
      async run({ http }) {
        http.accepted(getCaptcha, await http.ask(getCaptcha, { captchaType: 'blockPuzzle' }));
      },
    },
    {
      rule: 'a wrong password is refused at HTTP status 200 with a business code',
      async run({ http }) {
        const stranger = { username: `nobody${Date.now()}`, password: 'not-the-password' };
        const { status, code } = await http.ask(login, stranger);
        equal(status, 200, `HTTP status ${status}`);
        mustRefuse(code, `code ${code}`);
      },
    },
    {
      rule: 'a sign-in without its fields is refused with code 400',
      async run({ http }) {
        const { code } = await http.ask(login, {});
        equal(code, Code.badRequest, `code ${code}`);
      },
    },
    {
      rule: 'a body that is no JSON is refused and not a fault of the server',
      async run({ http }) {
        const { code } = await http.read(await http.raw('POST', login.path, {}, '{"username": '));
        equal(code, Code.badRequest, `code ${code}`);
      },
    },
    {
      rule: 'a call without a token answers code 401 at HTTP status 200',
      async run({ http }) {
        const { status, code } = await http.ask(awaitList, {});
        equal([status, code], [200, Code.unauthorised], `HTTP status ${status}, code ${code}`);
      },
    },
    {
      rule: 'a made-up token answers code 401 at HTTP status 200',
      async run({ http }) {
        const { status, code } = await http.ask(getDoctorInfo, {}, { token: 'made-up-token' });
        equal([status, code], [200, Code.unauthorised], `HTTP status ${status}, code ${code}`);
      },
    },
    {
      rule: 'every call of the specification exists',
      async run(world) {
        const missing = await missingOf(world, specified);
        equal(missing, [], isMissing(missing, specified));
      },
    },
    {
      rule: 'every further call of the workstation exists; without one, its part of the screen shows an error',
      async run(world) {
        const missing = await missingOf(world, extensions);
        equal(missing, [], isMissing(missing, extensions));
      },
    },
    {
      rule: 'no call that changes something answers a GET, except the reminder that the specification makes one',
      async run({ http }) {
        const reads = new Set(
          Object.values(catalogue).flatMap(({ method, path }: Operation) => (method === 'GET' ? [path] : [])),
        );
        const writes = Object.values(catalogue).filter(
          ({ method, path }: Operation) => method === 'POST' && !reads.has(path),
        );
        for (const { path } of writes) {
          const { code } = await http.read(await http.raw('GET', path, {}));
          must(code === null || !isSuccess(code), `GET ${path} succeeds`, `code ${code}`, 'a refusal');
        }
      },
    },
    {
      rule: 'the right password gives an access token, a refresh token and the time of expiry',
      async run(world) {
        const { tokens } = await world.person('doctor');
        mustFit(Tokens, tokens, 'the tokens');
        must(tokens.accessToken !== tokens.refreshToken, 'both tokens are the same', 'one token', 'two');
        must(
          tokens.expiresTime > Date.now(),
          'the access token has expired already',
          tokens.expiresTime,
          'a time to come',
        );
      },
    },
  ],
};
