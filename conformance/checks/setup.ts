import { Code } from '../../contract/envelope.ts';
import { getDuty, setDuty } from '../../contract/extension/duty.ts';
import {
  arrangeQuickReplies,
  getAwayMessage,
  importQuickReplies,
  putAwayMessage,
  updateQuickReply,
} from '../../contract/extension/serviceSetup.ts';
import { endOtherSessions, endSession, listSessions } from '../../contract/extension/sessions.ts';
import { getUiSetting, putUiSetting } from '../../contract/extension/settings.ts';
import {
  deleteTemplate,
  getTemplate,
  listFavouriteDrugs,
  listTemplates,
  noteTemplateUse,
  saveTemplate,
  setFavouriteDrug,
} from '../../contract/extension/templates.ts';
import { createQuickReply, deleteQuickReply, getQuickReplies } from '../../contract/http/consult.ts';
import { getDoctorInfo } from '../../contract/http/whoami.ts';
import type { Group } from '../check.ts';
import { equal, must, needed } from '../finding.ts';
import { findMedicine } from './reading.ts';

const absent = '999999999';

/** What a doctor sets up beyond the specification: each change is undone or changes nothing. */
export const setup: Group = {
  name: 'Further settings of a doctor',
  checks: [
    {
      rule: 'a quick reply is changed, put in order, and not imported twice',
      async run(world) {
        const doctor = await world.person('doctor');
        const first = { title: 'Conformance', group: 'Checks', content: `Conformance check ${Date.now()}` };
        const id = await doctor.call(createQuickReply, first);
        const changed = { ...first, content: `${first.content}, changed` };
        try {
          await doctor.call(updateQuickReply, { id, ...changed });
          const own = (await doctor.call(getQuickReplies, {})).filter(({ type }) => type !== 2);
          equal(own.find((one) => one.id === id)?.content, changed.content, 'its text is the old one');
          const list = own.map((one) => ({ id: one.id, ...(one.group ? { group: one.group } : {}) }));
          await doctor.call(arrangeQuickReplies, { list });
          const { added, known } = await doctor.call(importQuickReplies, { list: [changed] });
          equal({ added, known }, { added: 0, known: 1 }, `an import of it adds ${added} and knows ${known}`);
          await doctor.refused(updateQuickReply, { ...changed, id: absent }, Code.notFound);
        } finally {
          await doctor.call(deleteQuickReply, { id });
        }
      },
    },
    {
      rule: 'away message and screen settings saved with their present values stay as they were',
      async run(world) {
        const doctor = await world.person('doctor');
        const away = await doctor.call(getAwayMessage, {});
        await doctor.call(putAwayMessage, away);
        equal(await doctor.call(getAwayMessage, {}), away, 'the away message has changed');
        await doctor.refused(putAwayMessage, { message: 'x'.repeat(201) }, Code.badRequest);
        const setting = await doctor.call(getUiSetting, {});
        await doctor.call(putUiSetting, { setting, merge: true });
        equal(await doctor.call(getUiSetting, {}), setting, 'the screen settings have changed');
      },
    },
    {
      rule: 'the duty state is set to its present value, and to no other word',
      async run(world) {
        const doctor = await world.person('doctor');
        // A state of the schedule becomes the person's own until the next planned hours begin or end.
        const { state, message } = await doctor.call(getDuty, {});
        await doctor.refused(setDuty, { state: 'asleep' }, Code.badRequest);
        const set = await doctor.call(setDuty, { state, ...(message === '' ? {} : { message }) });
        equal({ state: set.state, message: set.message }, { state, message }, 'another state is answered');
      },
    },
    {
      rule: 'a template is stored, read, counted and deleted',
      async run(world) {
        const doctor = await world.person('doctor');
        await doctor.call(listTemplates, { kind: 'prescription' });
        const sections = { treatmentAdvice: 'Rest and drink, {{patient.name}}' };
        const content = { kind: 'record' as const, sections, diagnosisList: [] };
        const name = `Conformance check ${Date.now()}`;
        const { id } = await doctor.call(saveTemplate, { name, scope: 'personal', content });
        try {
          const read = await doctor.call(getTemplate, { id });
          equal(read.content.kind === 'record' ? read.content.sections : read.content, sections, 'its text differs');
          await doctor.call(noteTemplateUse, { id });
          const listed = (await doctor.call(listTemplates, { kind: 'record' })).find((one) => one.id === id);
          equal(listed?.uses, 1, `it is listed with ${listed?.uses} uses`);
        } finally {
          await doctor.call(deleteTemplate, { id });
        }
        await doctor.refused(getTemplate, { id }, Code.notFound);
      },
    },
    {
      rule: 'a medicine becomes a favourite and is none again',
      async run(world) {
        const doctor = await world.person('doctor');
        const { medicine, warehouseId } = await findMedicine(world);
        const { drugId } = medicine;
        const isListed = async () => (await doctor.call(listFavouriteDrugs, { warehouseId })).drugIds.includes(drugId);
        const before = await isListed();
        await doctor.call(setFavouriteDrug, { drugId, favourite: !before });
        const changed = await isListed();
        await doctor.call(setFavouriteDrug, { drugId, favourite: before });
        equal([changed, await isListed()], [!before, before], 'the list does not follow');
      },
    },
    {
      rule: 'a person ends another session of theirs, or all others, but never the one that asks',
      async run(world) {
        const doctor = await world.person('doctor');
        const one = await world.signIn(doctor.account);
        const { id } = needed(
          (await one.call(listSessions, {})).find(({ current }) => current),
          'the list marks no current session',
        );
        await doctor.call(endSession, { id });
        await one.refused(getDoctorInfo, {}, Code.unauthorised);
        const other = await world.signIn(doctor.account);
        const { ended } = await doctor.call(endOtherSessions, {});
        must(ended >= 1, `${ended} sessions were ended`, ended, 'at least 1');
        await other.refused(getDoctorInfo, {}, Code.unauthorised);
        await doctor.call(getDoctorInfo, {});
      },
    },
  ],
};
