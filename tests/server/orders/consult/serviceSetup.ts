import { expect, test } from 'vitest';
import { Code } from '../../../../contract/envelope.ts';
import {
  arrangeQuickReplies,
  importQuickReplies,
  updateQuickReply,
} from '../../../../contract/extension/serviceSetup.ts';
import {
  createQuickReply,
  deleteQuickReply,
  getConsultConfigs,
  getQuickReplies,
  updateConsultConfig,
} from '../../../../contract/http/consult.ts';
import { consultConfig, quickReply } from '../../../../server/db/schema/staff.ts';
import type { Consultations } from '../../../support/consultPlatform.ts';
import type { ConsultSuite } from '../../../support/consultSuite.ts';
import type { Opened } from '../../../support/engines.ts';

/** A doctor's own configurations and phrases. */
export function serviceSetup() {
  let platform: Consultations;

  test('a doctor changes only their own configurations, all of a list or none', async () => {
    const [me, other] = [await platform.doctor(), await platform.doctor()];
    const of = (doctorId: string, consultType: number) =>
      platform.hospital.store.add(consultConfig, { doctorId, consultType, price: 100 });
    const [one, two, foreign] = [await of(me.id, 1), await of(me.id, 2), await of(other.id, 1)];
    expect(
      await platform.data(updateConsultConfig, me, { id: one.id, price: 300, msgLimit: null, dailyQuota: 40 }),
    ).toBe(true);
    const list = [
      { id: two.id, enabled: false },
      { id: foreign.id, price: 1 },
    ];
    expect(await platform.call(updateConsultConfig, me, { list })).toMatchObject({ code: Code.notFound });
    expect(await platform.data(getConsultConfigs, me)).toEqual([
      {
        id: one.id,
        consultType: 1,
        enabled: true,
        price: 300,
        durationMin: 1440,
        msgLimit: null,
        maxConcurrent: null,
        dailyQuota: 40,
        placesToday: 40,
        maxActive: 20,
      },
      {
        id: two.id,
        consultType: 2,
        enabled: true,
        price: 100,
        durationMin: 1440,
        msgLimit: null,
        maxConcurrent: null,
        dailyQuota: null,
        placesToday: null,
        maxActive: 20,
      },
    ]);
  });

  test('a doctor has own and shared phrases, and removes only own ones', async () => {
    const [me, other] = [await platform.doctor(), await platform.doctor()];
    const shared = await platform.hospital.store.add(quickReply, { content: 'Shared', createTime: 0, sort: 1 });
    const id = await platform.data<string>(createQuickReply, me, { title: 'T', content: 'Mine' });
    expect(await platform.call(createQuickReply, me, { content: 'For all', type: 2 })).toMatchObject({
      code: Code.forbidden,
    });
    const listed = async (as: typeof me, query: object = {}) =>
      (await platform.data<{ content: string; type: number }[]>(getQuickReplies, as, { ...query })).map(
        ({ content, type }) => [content, type],
      );
    expect(await listed(me)).toEqual([
      ['Mine', 1],
      ['Shared', 2],
    ]);
    expect(await listed(me, { type: 2 })).toEqual([['Shared', 2]]);
    expect(await listed(other)).toEqual([['Shared', 2]]);
    expect(await platform.call(deleteQuickReply, other, { id })).toMatchObject({ code: Code.notFound });
    expect(await platform.call(deleteQuickReply, me, { id: shared.id })).toMatchObject({ code: Code.forbidden });
    expect(await platform.data(deleteQuickReply, me, { id })).toBe(true);
    expect(await listed(me)).toEqual([['Shared', 2]]);
  });

  type Listed = { id: string; title: string | null; content: string; group: string | null };

  test('a doctor changes and arranges own phrases in groups; those that the arrangement lacks follow it', async () => {
    const [me, other] = [await platform.doctor(), await platform.doctor()];
    const ids: string[] = [];
    for (const content of ['A', 'B', 'C', 'D'])
      ids.push(await platform.data<string>(createQuickReply, me, { content, group: 'Start' }));
    const [a = '', b = '', c = '', d = ''] = ids;
    const own = async () =>
      (await platform.data<Listed[]>(getQuickReplies, me, { type: 1 })).map(({ content, group, title }) => [
        content,
        group,
        title,
      ]);
    const change = { id: b, title: ' T ', content: 'B {{ patient.name }}', group: 'End ' };
    expect(await platform.data(updateQuickReply, me, change)).toBe(true);
    expect(await platform.data(arrangeQuickReplies, me, { list: [{ id: d, group: 'New' }, { id: a }] })).toBe(true);
    const arranged = [
      ['D', 'New', null],
      ['A', null, null],
      ['B {{ patient.name }}', 'End', 'T'],
      ['C', 'Start', null],
    ];
    expect(await own()).toEqual(arranged);
    for (const [as, id] of [
      [other, c],
      [me, '999999'],
    ] as const) {
      expect(await platform.call(updateQuickReply, as, { id, content: 'X' })).toMatchObject({ code: Code.notFound });
      expect(await platform.call(arrangeQuickReplies, as, { list: [{ id }] })).toMatchObject({ code: Code.notFound });
    }
    expect(await own()).toEqual(arranged);
  });

  test('a phrase with a variable that nothing fills in is refused when it is saved', async () => {
    const me = await platform.doctor();
    const id = await platform.data<string>(createQuickReply, me, { content: 'Dear {{patient.title}}' });
    const wrong = { content: 'Dear {{patient.nickname}}' };
    for (const [operation, input] of [
      [createQuickReply, wrong],
      [updateQuickReply, { id, ...wrong }],
      [importQuickReplies, { list: [{ content: 'Good' }, wrong] }],
    ] as const)
      expect([operation.path, await platform.call(operation, me, input)]).toMatchObject([
        operation.path,
        { code: Code.badRequest },
      ]);
    expect(await platform.data(getQuickReplies, me, { type: 1 })).toMatchObject([
      { content: 'Dear {{patient.title}}' },
    ]);
  });

  test('imported phrases follow the own ones in their order, and known ones are not added twice', async () => {
    const me = await platform.doctor();
    await platform.data(createQuickReply, me, { content: 'First' });
    const list = [{ content: 'Third', group: 'G' }, { content: 'First' }, { content: 'Second' }, { content: 'Second' }];
    expect(await platform.data(importQuickReplies, me, { list })).toEqual({ added: 2, known: 2 });
    expect(await platform.data(importQuickReplies, me, { list })).toEqual({ added: 0, known: 4 });
    const own = await platform.data<Listed[]>(getQuickReplies, me, { type: 1 });
    expect(own.map(({ content }) => content)).toEqual(['First', 'Third', 'Second']);
    const many = Array.from({ length: 498 }, (_, n) => ({ content: `Reply ${n}` }));
    expect(await platform.call(importQuickReplies, me, { list: many })).toMatchObject({
      code: Code.tooManyRequests,
      msg: 'You have 500 quick replies and cannot add more. Delete some that you no longer use.',
    });
  });

  return (suite: ConsultSuite<Opened>) => {
    ({ platform } = suite);
  };
}
