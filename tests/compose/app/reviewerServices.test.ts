import { BehaviorSubject, NEVER, of, Subject } from 'rxjs';
import { expect, onTestFinished, test } from 'vitest';
import { wholeDay } from '../../../clinical/lifecycle/serviceTime.ts';
import type { Api } from '../../../contract/catalogue.ts';
import { AccountId, HospitalId, LeaseId, PrescriptionId } from '../../../contract/ids.ts';
import type { HospitalChanged } from '../../../contract/socket.ts';
import type { Link } from '../../../src/compose/adapters/link.ts';
import { openReviewerServices } from '../../../src/compose/app/reviewerServices.ts';
import { rx } from '../../support/prescriptionsOf.ts';

const id = PrescriptionId.parse('9');

/** A review that a reviewer has open, with the pushes about the hospital. */
async function openReview() {
  const asked: string[] = [];
  const hospital$ = new Subject<HospitalChanged>();
  const current$ = new BehaviorSubject(true);
  const answers: Readonly<Record<string, () => unknown>> = {
    pullAudit: () => ({ list: [], updateTime: 0, lastId: 0 }),
    claimAudit: () => ({
      leaseId: LeaseId.parse('0192f0c1-6d3a-7b8e-9a51-0c9a4b1d2e3f'),
      leaseUntil: 9_000_000,
      version: 1,
    }),
    auditContext: () => ({ rx: rx('9', 'Wang Min'), ruleHits: [], drugs: [], draft: null }),
    renewAudit: () => undefined,
  };
  const api = new Proxy({} as Api, {
    get: (_, name: string) => async () => {
      asked.push(name);
      const data = answers[name]?.();
      return data === undefined
        ? { ok: false, failure: { kind: 'network', code: null, message: 'no link', data: null } }
        : { ok: true, data };
    },
  });
  const socket = {
    current$,
    linked$: current$,
    events: (name: string) => (name === 'hospital:changed' ? hospital$ : NEVER),
    request: async () => ({ ok: true }),
  } as unknown as Link;
  const drafts = { read: async () => null, adopt: () => {}, write: () => {}, drop: () => {}, all: async () => [] };
  const { services, close } = openReviewerServices({
    owner: { hospitalId: HospitalId.parse('1'), userId: AccountId.parse('20') },
    api,
    alarm: () => () => {},
    now: () => 0,
    hours: () => wholeDay,
    socket,
    visible$: of(true),
    storage: { drafts, vault: { storageState$: new BehaviorSubject('kept') }, newId: () => '1' } as never,
    settings: { current$: new BehaviorSubject({}) },
  });
  onTestFinished(close);
  const { reviewQueue } = services;
  reviewQueue.send({ type: 'prescription.opened', id, version: 1 });
  const isRead = () => reviewQueue.getSnapshot().children.review?.getSnapshot().matches({ holding: 'reading' });
  await expect.poll(isRead).toBe(true);
  return { hospital$, isRead, reads: () => asked.filter((name) => name === 'auditContext').length };
}

test('an open review is read again when the checks of the hospital changed, and not for another part', async () => {
  const { hospital$, isRead, reads } = await openReview();
  expect(reads()).toBe(1);
  hospital$.next({ part: 'settings', time: 1 });
  await expect.poll(isRead).toBe(true);
  expect(reads()).toBe(1);
  hospital$.next({ part: 'checks', time: 2 });
  await expect.poll(reads).toBe(2);
  await expect.poll(isRead).toBe(true);
});
