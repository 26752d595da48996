import { Code } from '../../contract/envelope.ts';
import { unlockSigning } from '../../contract/extension/signing.ts';
import { checkMobileCode, resetMobile } from '../../contract/http/account.ts';
import {
  checkCaptcha,
  getCaptcha,
  SmsScene,
  sendSmsCode,
  smsLogin,
  updatePassword,
  validateSmsCode,
} from '../../contract/http/auth.ts';
import { getDoctorInfo } from '../../contract/http/whoami.ts';
import type { Group } from '../check.ts';
import { must, NotChecked, needed } from '../finding.ts';
import { mustFit } from '../http.ts';

/** A number that no operator gives out, so that nobody is sent a code and nobody's attempts are used up. */
const nobody = '10000000000';
const guess = '000000';

/** Puzzles, codes by SMS and passwords: what they refuse, and what works without a phone. */
export const proofs: Group = {
  name: 'Puzzles, codes and passwords',
  checks: [
    {
      rule: 'a puzzle’s wrong solution is refused outside the envelope, and so is a second try of the same puzzle',
      async run({ http }) {
        const puzzle = http.accepted(getCaptcha, await http.ask(getCaptcha, { captchaType: 'blockPuzzle' }));
        const { token } = needed(puzzle.repData, 'the platform gives no puzzle now');
        for (const _ of ['first', 'second']) {
          const answer = { captchaType: 'blockPuzzle', token, pointJson: '{"x":-999,"y":5}' };
          const { body } = await http.ask(checkCaptcha, answer);
          mustFit(checkCaptcha.reply, body, 'the refusal');
          const { repCode, repData } = checkCaptcha.reply.parse(body);
          const isTaken = repCode === '0000' || repData?.result === true;
          must(!isTaken, `it is taken as solved: repCode ${repCode}`, `repCode ${repCode}`, 'a repCode of a refusal');
        }
        http.evidence.refused.add(checkCaptcha);
      },
    },
    {
      rule: 'no code is sent without a solved puzzle, to no number, or for an unknown purpose',
      async run({ http }) {
        const scene = SmsScene.login;
        http.refusedWith(sendSmsCode, await http.ask(sendSmsCode, { mobile: nobody, scene }), Code.captchaRequired);
        for (const wrong of [
          { mobile: 'none', scene },
          { mobile: nobody, scene: 99 },
        ])
          http.refusedWith(sendSmsCode, await http.ask(sendSmsCode, wrong), Code.badRequest);
      },
    },
    {
      rule: 'a code that was never sent is refused as unknown, and one that is no code with code 400',
      async run({ http }) {
        const proof = { mobile: nobody, scene: SmsScene.forgotPassword };
        const ask = (code: string) => http.ask(validateSmsCode, { ...proof, code });
        http.refusedWith(validateSmsCode, await ask(guess), Code.smsCodeUnknown);
        http.refusedWith(validateSmsCode, await ask('letters'), Code.badRequest);
      },
    },
    {
      rule: 'a sign-in by a code that was never sent gives no tokens',
      async run({ http }) {
        const reply = await http.ask(smsLogin, { mobile: nobody, code: guess });
        http.refusedWith(smsLogin, reply, Code.smsCodeUnknown);
        mustFit(smsLogin.reply, reply.body, 'the refusal');
        must(!reply.data, 'it has data', reply.data, 'no data');
      },
    },
    {
      rule: 'a password is not set by a code that was never sent',
      async run({ http }) {
        const reply = await http.ask(updatePassword, { mobile: nobody, code: guess, password: 'Never-set-2026-x' });
        http.refusedWith(updatePassword, reply, Code.smsCodeUnknown);
      },
    },
    {
      // One wrong password a run, and the right one after it, which ends the count of the wrong ones.
      rule: 'a password is changed only with the right old one, and ends the other sessions but not its own',
      async run(world) {
        const doctor = await world.person('doctor');
        const elsewhere = await world.signIn(doctor.account);
        const { password } = doctor.account;
        const change = { oldPassword: `not ${password}`, newPassword: password, device: doctor.device };
        await doctor.refused(updatePassword, change, Code.wrongPassword);
        const reply = await doctor.ask(updatePassword, { ...change, oldPassword: password });
        if (reply.code === Code.weakPassword)
          throw new NotChecked('the platform takes no password like the present one: give the doctor a stronger one');
        world.http.accepted(updatePassword, reply);
        await doctor.call(getDoctorInfo, {});
        await elsewhere.refused(getDoctorInfo, {}, Code.unauthorised);
      },
    },
    {
      rule: 'a mobile number is not changed by codes that were never sent',
      async run(world) {
        const doctor = await world.person('doctor');
        await doctor.refused(checkMobileCode, { code: guess }, Code.smsCodeUnknown);
        const change = { mobile: nobody, code: guess, changeToken: 'made-up' };
        await doctor.refused(resetMobile, change, Code.smsCodeUnknown, Code.changeTokenUnknown);
      },
    },
    {
      rule: 'the password opens signing in a session that began with it',
      async run(world) {
        const doctor = await world.person('doctor');
        await doctor.call(unlockSigning, { password: doctor.account.password });
      },
    },
  ],
};
