import { firstValueFrom } from 'rxjs';
import { filter } from 'rxjs/operators';
import { expect, test } from 'vitest';
import type { Api } from '../../contract/catalogue.ts';
import { Code } from '../../contract/envelope.ts';
import type { SigningRequest } from '../../src/domain/credentials.ts';
import { createSignatureConfirmation } from '../../src/services/signatureConfirmation.ts';

/** A platform that refuses signatures until the password `right` is given. */
function lockedPlatform() {
  const calls: string[] = [];
  let locked = true;
  const refusal = (code: number, message: string) => ({ ok: false, failure: { code, message } });
  const signs = (name: string) => async () => {
    calls.push(name);
    return locked ? refusal(Code.signingLocked, 'password first') : { ok: true, data: name };
  };
  const api = {
    createPrescription: signs('create'),
    editPrescription: signs('edit'),
    approveAudit: signs('approve'),
    cancelPrescription: async () => ({ ok: true, data: 'cancel' }),
    unlockSigning: async ({ password }: { password: string }) => {
      if (password !== 'right') return refusal(Code.wrongPassword, 'wrong password');
      locked = false;
      return { ok: true, data: true };
    },
  } as unknown as Api;
  const { api: signing, request$ } = createSignatureConfirmation(api);
  const asked = () => firstValueFrom(request$.pipe(filter((request): request is SigningRequest => request !== null)));
  return { signing, request$, asked, calls };
}

const input = {} as never;

test('a refused signature asks for the password once and goes on by itself', async () => {
  const { signing, request$, asked, calls } = lockedPlatform();
  const both = Promise.all([signing.createPrescription(input), signing.editPrescription(input)]);
  const request = await asked();
  expect(await request.submit('wrong')).toBe('wrong password');
  expect(request$.value).toBe(request);
  expect(await request.submit('right')).toBeNull();
  expect(await both).toEqual([
    { ok: true, data: 'create' },
    { ok: true, data: 'edit' },
  ]);
  expect(request$.value).toBeNull();
  expect(await signing.approveAudit(input)).toEqual({ ok: true, data: 'approve' });
  expect(calls).toEqual(['create', 'edit', 'create', 'edit', 'approve']);
});

test('a signature that the person cancels answers with its refusal, and the next one asks again', async () => {
  const { signing, request$, asked } = lockedPlatform();
  for (const _ of [1, 2]) {
    const answer = signing.approveAudit(input);
    (await asked()).cancel();
    expect(await answer).toMatchObject({ ok: false, failure: { code: Code.signingLocked } });
    expect(request$.value).toBeNull();
  }
});

test('calls that do not sign pass through', async () => {
  const { signing } = lockedPlatform();
  expect(await signing.cancelPrescription(input)).toEqual({ ok: true, data: 'cancel' });
});
