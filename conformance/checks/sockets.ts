import { setTimeout as wait } from 'node:timers/promises';
import { Code } from '../../contract/envelope.ts';
import { logout } from '../../contract/http/auth.ts';
import { DoneAck } from '../../contract/socket.ts';
import type { Group } from '../check.ts';
import { equal, must, NotChecked } from '../finding.ts';
import { mustFit } from '../http.ts';
import { handshake } from '../link.ts';

const endsWithinMs = 5_000;
const pingMs = 3_000;

/** The socket's protocol: who may connect, and when a connection ends. */
export const sockets: Group = {
  name: 'Sockets',
  core: true,
  checks: [
    {
      rule: 'a socket without a token, or with a made-up one, is refused with code 401',
      async run(world) {
        const doctor = await world.person('doctor');
        const { hospitalId } = world.given;
        for (const auth of [{ tenantId: hospitalId }, { tenantId: hospitalId, token: 'made-up' }]) {
          const { socket, outcome } = await handshake(world.given, doctor, auth);
          socket.disconnect();
          must(outcome !== 'connected', 'it is connected', outcome, 'a refusal');
          const codes = [Code.unauthorised, Code.badRequest];
          must(
            codes.some((code) => code === outcome.code),
            `data.code is ${outcome.code}`,
            outcome.code,
            codes.join(' or '),
          );
        }
      },
    },
    {
      rule: 'a refresh token opens no socket, and a token none of another hospital',
      async run(world) {
        const { tokens } = await world.signIn(world.given.doctor);
        const doctor = await world.person('doctor');
        const elsewhere = world.given.hospitalId === '2' ? '1' : '2';
        const auths = [
          { tenantId: world.given.hospitalId, token: tokens.refreshToken },
          { tenantId: elsewhere, token: tokens.accessToken },
        ];
        for (const auth of auths) {
          const { socket, outcome } = await handshake(world.given, doctor, auth);
          socket.disconnect();
          must(outcome !== 'connected', 'it is connected', outcome, 'a refusal');
        }
      },
    },
    {
      rule: 'an unknown event and a broken payload neither end the connection nor stop its answers',
      async run(world) {
        const link = await world.link('doctor');
        link.socket.emit('no:such:event', { any: 'thing' });
        link.socket.emit('message:read', 'no object', () => {});
        equal((await link.ask('awaiting:watch', {}, DoneAck)).ok, true, 'the next event is refused');
        equal(link.socket.connected, true, 'the connection has ended');
      },
    },
    {
      rule: `a ping is acknowledged within ${pingMs / 1_000} s`,
      beyond: true,
      async run(world) {
        const { socket } = await world.link('doctor');
        const answer: unknown = await socket
          .timeout(pingMs)
          .emitWithAck('connection:ping', {})
          .catch(() => {
            throw new NotChecked('it does not know connection:ping: a dead line is noticed after its silence alone');
          });
        mustFit(DoneAck, answer, 'acknowledgement of connection:ping');
      },
    },
    {
      rule: `a socket ends within ${endsWithinMs / 1_000} s after its person has signed out`,
      async run(world) {
        const person = await world.signIn(world.given.doctor);
        const auth = { token: person.tokens.accessToken, tenantId: world.given.hospitalId };
        const { socket, outcome } = await handshake(world.given, person, auth);
        equal(outcome, 'connected', 'the socket refuses a fresh token');
        const ended = new Promise<boolean>((resolve) => socket.once('disconnect', () => resolve(true)));
        await world.http.call(logout, {}, { token: person.tokens.accessToken });
        const isEnded = await Promise.race([ended, wait(endsWithinMs, false, { ref: false })]);
        socket.disconnect();
        equal(isEnded, true, 'it is still open');
      },
    },
  ],
};
