import { Code } from '../../contract/envelope.ts';
import { finishOrder } from '../../contract/extension/consult.ts';
import { sendMessage } from '../../contract/extension/im.ts';
import { addCaseAddendum, getCase, saveCase } from '../../contract/http/record.ts';
import { MessageType } from '../../contract/im.ts';
import type { Group } from '../check.ts';
import { equal, needed } from '../finding.ts';
import { record } from './records.ts';

/** The end of the consultation that the checks share. */
export const ending: Group = {
  name: 'End of the consultation',
  core: true,
  checks: [
    {
      rule: 'a signed record takes no save but an addendum, once for each request',
      async run(world) {
        const doctor = await world.treating();
        const { id: orderId } = world.accepted();
        const addendum = {
          ...{ orderId, reason: 'Conformance check', text: 'Added after signing' },
          clientRequestId: world.newRequestId(),
        };
        await doctor.refused(addCaseAddendum, addendum, Code.badRequest);
        const { version } = needed(await doctor.call(getCase, { orderId }), 'needs a stored record');
        const signed = await doctor.call(saveCase, { ...(await record(world, version)), status: 1 });
        await doctor.refused(saveCase, await record(world, signed.version), Code.recordSigned);
        const [first, again] = [
          await doctor.call(addCaseAddendum, addendum),
          await doctor.call(addCaseAddendum, addendum),
        ];
        equal(first.id, again.id, 'a repeated request adds a second one');
      },
    },
    {
      rule: 'a finished consultation takes no messages',
      async run(world) {
        const doctor = await world.treating();
        const { id, conversationId } = world.accepted();
        await doctor.call(finishOrder, { id, summary: 'Conformance check finished' });
        const message = {
          clientMessageId: world.newMessageId(),
          conversationId,
          type: MessageType.text,
          content: JSON.stringify({ content: 'too late' }),
        };
        const { code } = await doctor.ask(sendMessage, message);
        equal(code, Code.conversationClosed, `code ${code}`);
      },
    },
  ],
};
