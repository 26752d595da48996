import { claimAudit, releaseAudit } from '../../contract/extension/audit.ts';
import { listDictionaries, saveDictEntry } from '../../contract/extension/dictionaries.ts';
import { getDuty, setDuty } from '../../contract/extension/duty.ts';
import { type PatientFact, savePatientFacts } from '../../contract/extension/facts.ts';
import { getHospital, updateHospital } from '../../contract/extension/hospital.ts';
import { answerReviewQuestion, askReviewQuestion } from '../../contract/extension/reviewQuestions.ts';
import { getRuleSettings, putRuleSettings } from '../../contract/extension/ruleSettings.ts';
import { getUiSetting, putUiSetting } from '../../contract/extension/settings.ts';
import { getInfo, updateInfo } from '../../contract/http/account.ts';
import { getPrescription } from '../../contract/http/prescription.ts';
import { getCase, saveCase } from '../../contract/http/record.ts';
import { AccountChanged, DoneAck, HospitalChanged, PatientChanged, RecordChanged } from '../../contract/socket.ts';
import { staffEvents } from '../../contract/staffEvents.ts';
import { announces } from '../announces.ts';
import type { Group } from '../check.ts';
import { must, needed } from '../finding.ts';
import type { Link } from '../link.ts';
import type { World } from '../world.ts';
import { listsOfAdministration, ownChanges } from './ownChanges.ts';
import { record } from './records.ts';
import { submitted } from './reviewing.ts';

/** A reviewer's socket that watches the queue. */
async function watching(world: World, role: 'auditor' | 'secondReviewer'): Promise<Link> {
  const link = await world.link(role);
  const { ok } = await link.ask('audit:watch', {}, DoneAck);
  must(ok, 'a reviewer may not watch the queue', ok, 'true');
  return link;
}

const ofHospital = async (world: World, part: HospitalChanged['part'], change: () => Promise<unknown>) =>
  announces([await world.treatingLink()], ['hospital:changed', HospitalChanged], async () => {
    await change();
    return (event) => event.part === part;
  });

async function addFact(world: World): Promise<() => Promise<unknown>> {
  const doctor = await world.treating();
  const { id: orderId } = world.accepted();
  const name = `Conformance check ${Date.now()}`;
  const value = { kind: 'medicine' as const, genericCode: null, name, dose: '' };
  const changes = [{ op: 'add' as const, value, origin: 'doctor' as const }];
  const added = await doctor.call(savePatientFacts, { orderId, changes });
  const isThis = (fact: PatientFact) => fact.value.kind === 'medicine' && fact.value.name === name;
  const { id } = needed(added.current.find(isThis), 'the statement is not among the current ones');
  const reason = 'Conformance check';
  return () => doctor.call(savePatientFacts, { orderId, changes: [{ op: 'withdraw', id, reason }] });
}

/** What another device, a colleague or an administrator changes is announced to those who have it open. */
export const changes: Group = {
  name: 'Changes elsewhere',
  checks: [
    {
      rule: 'a saved record is announced to its doctor (record:changed)',
      async run(world) {
        const doctor = await world.treating();
        const { id: orderId } = world.accepted();
        await announces([await world.treatingLink()], ['record:changed', RecordChanged], async () => {
          const before = (await doctor.call(getCase, { orderId }))?.version ?? 0;
          const { version } = await doctor.call(saveCase, await record(world, before));
          return (event) => event.orderId === orderId && event.version === version;
        });
      },
    },
    {
      rule: 'a statement about the patient is announced to the doctor and to reviewers (patient:changed)',
      async run(world) {
        const { patient } = world.accepted();
        const links = [await world.treatingLink(), await watching(world, 'auditor')];
        let withdraw: () => Promise<unknown> = async () => {};
        await announces(links, ['patient:changed', PatientChanged], async () => {
          withdraw = await addFact(world);
          return (event) => event.patientId === patient.id;
        }).finally(() => withdraw());
      },
    },
    {
      rule: 'screen settings and profile are announced to all devices of their person (account:changed)',
      async run(world) {
        const doctor = await world.treating();
        const links = [await world.treatingLink()];
        const heard = (part: AccountChanged['part'], change: () => Promise<unknown>) =>
          announces(links, ['account:changed', AccountChanged], async () => {
            await change();
            return (event) => event.part === part;
          });
        await heard('settings', async () =>
          doctor.call(putUiSetting, { setting: await doctor.call(getUiSetting, {}), merge: true }),
        );
        await heard('account', async () => {
          const { goodAt } = await doctor.call(getInfo, {});
          await doctor.call(updateInfo, { goodAt: goodAt ?? '' });
        });
      },
    },
    {
      rule: 'a duty state is announced to all devices of its doctor (duty:changed)',
      async run(world) {
        const doctor = await world.treating();
        const links = [await world.treatingLink()];
        const { state, message } = await doctor.call(getDuty, {});
        const other = state === 'busy' ? 'away' : 'busy';
        await announces(links, ['duty:changed', staffEvents['duty:changed']], async () => {
          await doctor.call(setDuty, { state: other });
          return (event) => event.state === other;
        }).finally(() => doctor.call(setDuty, { state, ...(message === '' ? {} : { message }) }));
      },
    },
    ownChanges,
    listsOfAdministration,
    {
      rule: 'a notice to the staff is announced to doctors and reviewers (notices:changed)',
      async run(world) {
        const publish = needed(world.given.publishNotice, 'needs --notice, a command on the platform’s machine');
        const links = [await world.treatingLink(), await watching(world, 'auditor')];
        await announces(links, ['notices:changed', staffEvents['notices:changed']], async () => {
          await publish();
          return () => true;
        });
      },
    },
    {
      rule: 'a claimed prescription and who has it open are announced to reviewers (audit:changed, audit:presence)',
      async run(world) {
        const id = submitted(world);
        const [reviewer, doctor] = await Promise.all([world.person('auditor'), world.treating()]);
        const [mine, theirs] = [await watching(world, 'auditor'), await watching(world, 'secondReviewer')];
        const { version } = await doctor.call(getPrescription, { id });
        let leaseId: Parameters<typeof reviewer.call<typeof releaseAudit>>[1]['leaseId'] | null = null;
        try {
          await announces([theirs], ['audit:changed', staffEvents['audit:changed']], async () => {
            ({ leaseId } = await reviewer.call(claimAudit, { id, version }));
            return (event) => event.id === id && event.change === 'upsert';
          });
          await announces([theirs], ['audit:presence', staffEvents['audit:presence']], async () => {
            await mine.ask('audit:reviewing', { prescriptionId: id }, DoneAck);
            return ({ auditors: reviewers }) => reviewers.some(({ reviewing }) => reviewing.includes(id));
          });
        } finally {
          await mine.ask('audit:reviewing', { prescriptionId: null }, DoneAck);
          if (leaseId !== null) await reviewer.call(releaseAudit, { id, leaseId });
        }
      },
    },
    {
      rule: 'a question and its answer are announced to the doctor and to reviewers (question:changed)',
      async run(world) {
        const id = submitted(world);
        const [reviewer, doctor] = await Promise.all([world.person('auditor'), world.treating()]);
        const links = [await world.treatingLink(), await watching(world, 'secondReviewer')];
        const { version } = await doctor.call(getPrescription, { id });
        const { leaseId } = await reviewer.call(claimAudit, { id, version });
        const event = ['question:changed', staffEvents['question:changed']] as const;
        const text = 'Conformance check: how often?';
        const request = { id, leaseId, clientRequestId: world.newRequestId(), text };
        let question: Awaited<ReturnType<typeof reviewer.call<typeof askReviewQuestion>>> | null = null;
        await announces(links, event, async () => {
          question = await reviewer.call(askReviewQuestion, request);
          return ({ prescriptionId, state }) => prescriptionId === id && state === 'asked';
        });
        await announces(links, event, async () => {
          await doctor.call(answerReviewQuestion, { id: needed(question, 'needs a question').id, text: 'As written' });
          return ({ prescriptionId, state }) => prescriptionId === id && state === 'answered';
        });
        await reviewer.call(releaseAudit, { id, leaseId });
      },
    },
    {
      rule: 'dictionaries, checks and settings of the hospital are announced to its staff (hospital:changed)',
      async run(world) {
        const administrator = await world.person('administrator');
        await ofHospital(world, 'dictionaries', async () => {
          const lists = await administrator.call(listDictionaries, {});
          const list = needed(
            lists.find(({ fixed, entries }) => fixed === null && entries.length > 0),
            'the hospital has no dictionary of its own',
          );
          const { id, label, labelEn } = needed(list.entries[0], 'the dictionary is empty');
          await administrator.call(saveDictEntry, { dictType: list.dictType, id, label, labelEn });
        });
        const { version, settings } = await administrator.call(getRuleSettings, {});
        const reason = 'Conformance check';
        const maxDrugs = settings.maxDrugs > 1 ? settings.maxDrugs - 1 : settings.maxDrugs + 1;
        await ofHospital(world, 'checks', async () => {
          const changed = await administrator.call(putRuleSettings, {
            ...{ version, reason },
            settings: { ...settings, maxDrugs },
          });
          await administrator.call(putRuleSettings, { version: changed.version, settings, reason });
        });
        await ofHospital(world, 'settings', async () => {
          const present = await administrator.call(getHospital, {});
          const { name, nameEn, contact, logo } = present;
          await administrator.call(updateHospital, { name, nameEn, contact, logo, version: present.version });
        });
      },
    },
  ],
};
