import { Code } from '../../contract/envelope.ts';
import { logout, refreshToken } from '../../contract/http/auth.ts';
import { getDoctorInfo } from '../../contract/http/whoami.ts';
import type { Group } from '../check.ts';
import { equal, mustRefuse, mustSucceed } from '../finding.ts';
import type { World } from '../world.ts';

const signedIn = (world: World) => world.signIn(world.given.doctor);

/** Tokens: renewal, rotation and the end of a session. */
export const session: Group = {
  name: 'Session',
  core: true,
  checks: [
    {
      rule: 'a refresh token in the query gives new tokens, without an Authorization header',
      async run(world) {
        const { tokens } = await signedIn(world);
        const renewed = await world.http.call(refreshToken, { refreshToken: tokens.refreshToken }, { inQuery: true });
        equal(renewed.userId, tokens.userId, 'the new tokens belong to another person');
        const info = await world.http.ask(getDoctorInfo, {}, { token: renewed.accessToken });
        mustSucceed(info.code, 'the new access token is refused');
      },
    },
    {
      rule: 'five windows that renew together all go on',
      async run(world) {
        const { tokens } = await signedIn(world);
        const renew = () => world.http.call(refreshToken, { refreshToken: tokens.refreshToken }, { inQuery: true });
        for (const { accessToken } of await Promise.all(Array.from({ length: 5 }, renew))) {
          const { code } = await world.http.ask(getDoctorInfo, {}, { token: accessToken });
          mustSucceed(code, `one of the windows is refused with code ${code}`);
        }
      },
    },
    {
      rule: 'a made-up refresh token gives no tokens',
      async run({ http }) {
        const { code } = await http.ask(refreshToken, { refreshToken: 'made-up' }, { inQuery: true });
        mustRefuse(code, `code ${code}`);
      },
    },
    {
      rule: 'a refresh token is no access token, and an access token no refresh token',
      async run(world) {
        const { tokens } = await signedIn(world);
        const asBearer = await world.http.ask(getDoctorInfo, {}, { token: tokens.refreshToken });
        equal(asBearer.code, Code.unauthorised, `the refresh token opens a call: code ${asBearer.code}`);
        const asRefresh = await world.http.ask(refreshToken, { refreshToken: tokens.accessToken }, { inQuery: true });
        mustRefuse(asRefresh.code, 'the access token is renewed');
      },
    },
    {
      rule: 'a token opens nothing in another hospital',
      async run(world) {
        const { tokens } = await signedIn(world);
        const hospitalId = world.given.hospitalId === '2' ? '1' : '2';
        const { code } = await world.http.ask(getDoctorInfo, {}, { token: tokens.accessToken, hospitalId });
        mustRefuse(code, `code ${code}`);
      },
    },
    {
      rule: 'after signing out, neither the access token nor the refresh token works',
      async run(world) {
        const { tokens } = await signedIn(world);
        await world.http.call(logout, {}, { token: tokens.accessToken });
        const access = await world.http.ask(getDoctorInfo, {}, { token: tokens.accessToken });
        equal(access.code, Code.unauthorised, `the access token answers code ${access.code}`);
        const renewed = await world.http.ask(refreshToken, { refreshToken: tokens.refreshToken }, { inQuery: true });
        mustRefuse(renewed.code, 'the refresh token is renewed');
      },
    },
    {
      rule: 'signing in again does not end the other sessions of the same person',
      async run(world) {
        const first = await signedIn(world);
        await signedIn(world);
        const { code } = await first.ask(getDoctorInfo, {});
        mustSucceed(code, `the first session answers code ${code}`);
      },
    },
  ],
};
