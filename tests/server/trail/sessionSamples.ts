import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { SmsScene } from '../../../contract/http/auth.ts';
import { storeTicket } from '../../../server/accounts/captchaTickets.ts';
import { setOwnPassword } from '../../../server/accounts/givenPassword.ts';
import { loginSession } from '../../../server/db/schema/sessions.ts';
import { password } from '../../support/servedPlatform.ts';
import type { Person, TrailWorld } from '../../support/trailWorld.ts';
import type { Sample } from './sample.ts';

/** Calls about sign-in and sessions, each with what it needs to succeed. */
export const sessionSamples = (world: TrailWorld) => {
  async function withPassword(person: Person) {
    const { platform, hospitalId } = world;
    const hashed = (await platform.staffRow(platform.people.ann.id))?.passwordHash ?? '';
    await platform.uow.run(hospitalId, (tx) => setOwnPassword(tx, person.id, hashed));
    return person;
  }

  return {
    login: async () => {
      const who = await world.person.doctor();
      await withPassword(who);
      return { as: null, who, input: { username: who.username, password } };
    },
    smsLogin: async () => {
      const who = await world.person.doctor();
      return { as: null, who, input: { mobile: who.mobile, code: await world.code(who.mobile, SmsScene.login) } };
    },
    patientLogin: async () => {
      const who = await world.patientWithPassword();
      return { as: null, who, input: { mobile: who.mobile, password }, patientId: who.id };
    },
    logout: async () => ({ as: await world.person.doctor() }),
    endSession: async () => {
      const as = await world.person.doctor();
      const session = await world.store.first(loginSession, eq(loginSession.userId, as.id));
      return { as, input: { id: session?.id } };
    },
    endStaffSession: async () => {
      const of = await world.person.doctor();
      const session = await world.store.first(loginSession, eq(loginSession.userId, of.id));
      return { as: await world.person.administrator(), input: { id: session?.id } };
    },
    endOtherSessions: async () => ({ as: await world.person.doctor() }),
    updatePassword: async () => ({
      as: await withPassword(await world.person.doctor()),
      input: { oldPassword: password, newPassword: 'Another-secret-2026' },
    }),
    resetMobile: async () => {
      const as = await world.person.doctor();
      const [changeToken, mobile] = [randomUUID(), `137${as.id.padStart(8, '0')}`];
      await storeTicket(world.store, 'mobile', as.id, changeToken, world.clock.now);
      const code = await world.code(mobile, SmsScene.changeMobile, `staff ${as.id}`);
      return { as, input: { mobile, code, changeToken } };
    },
    refreshToken: async () => {
      const { username, ...who } = await world.person.doctor();
      await withPassword(who);
      const { refreshToken } = await world.data<{ refreshToken: string }>('login', null, { username, password });
      return { as: null, input: { refreshToken } };
    },
    checkMobileCode: async () => {
      const as = await world.person.doctor();
      return { as, input: { code: await world.code(as.mobile, SmsScene.changeMobile, `staff ${as.id}`) } };
    },
    unlockSigning: async () => ({ as: await withPassword(await world.person.doctor()), input: { password } }),
  } satisfies Record<string, () => Promise<Sample>>;
};
