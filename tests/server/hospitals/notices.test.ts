import { beforeEach, expect, test } from 'vitest';
import { runCommand } from '../../../server/admin/commands.ts';
import { notice } from '../../../server/db/schema/tenants.ts';
import { readNotices } from '../../../server/hospitals/notices.ts';
import { answerOf, callContext } from '../../support/callContext.ts';
import type { Hospital } from '../../support/hospital.ts';
import { type HospitalSuite, hospitalSuite } from '../../support/hospitalSuite.ts';

let hospital: Hospital;
let database: HospitalSuite['database'];
const clock = hospitalSuite((suite) => {
  ({ hospital, database } = suite);
});
beforeEach(() => hospital.store.remove(notice));

const admin = (...args: string[]) => {
  const { db, uow } = database;
  return runCommand({ db, uow, now: () => clock.now, filesFolder: '/files' }, args, 'ward');
};
const publish = (...args: string[]) => admin('publish', '--hospital', hospital.here.hospitalId, ...args);
const read = async (language: 'en' | 'zh-CN' = 'en', at = clock.now, { hospitalId } = hospital.here) =>
  answerOf(await readNotices(null, callContext(database.uow, { id: '1', hospitalId, language }, at)));
const announced = () => database.published.filter(({ type }) => type === 'notices.changed').length;

test('a published notice is shown at its place in the reader’s language, and announced', async () => {
  const before = announced();
  await publish(
    '--title',
    '停电',
    '--title-en',
    'Power cut',
    '--text',
    '今晚',
    '--position',
    '2',
    '--tone',
    'warning',
    '--link',
    '/orderRecord',
  );
  expect(await read()).toMatchObject([
    { position: 2, tone: 'warning', title: 'Power cut', text: '今晚', link: '/orderRecord', startTime: clock.now },
  ]);
  expect(await read('zh-CN')).toMatchObject([{ title: '停电' }]);
  expect(announced()).toBe(before + 1);
});

test('a notice ends with its last day, or when it is withdrawn', async () => {
  await publish('--title', 'Today', '--until', '2026-05-06');
  const { lines } = await publish('--title', 'Open');
  const id = /notice (\d+)/.exec(lines.join())?.[1] ?? '';
  expect((await read()).map(({ title }) => title)).toEqual(['Open', 'Today']);
  expect(await read('en', Date.parse('2026-05-07T00:00:00+08:00'))).toMatchObject([{ title: 'Open' }]);
  expect((await admin('notices')).lines.join('\n')).toMatch(
    /until 2026-05-06 23:59 \+08:00: Today\n.*until it is withdrawn: Open/s,
  );
  expect(await admin('withdraw', id)).toEqual({ ok: true, lines: ['Withdrawn: Open'] });
  expect(await read()).toMatchObject([{ title: 'Today' }]);
  expect(await admin('withdraw', id)).toMatchObject({ ok: false });
});

test('another hospital reads nothing of it', async () => {
  await publish('--title', 'Here');
  expect(await read('en', clock.now, hospital.elsewhere)).toEqual([]);
});

test.each([
  [[]],
  [['--title', ' ']],
  [['--title', 'x', '--position', '5']],
  [['--title', 'x', '--link', 'javascript:alert(1)']],
  [['--title', 'x', '--link', '//evil.example']],
  [['--title', 'x', '--until', '2026-05-05']],
  [['--title', 'x', '--loud']],
])('a notice that cannot be shown is refused: %j', async (args) => {
  expect(await publish(...args)).toMatchObject({ ok: false });
  expect(await admin('publish', '--title', 'x', '--hospital', '999999')).toMatchObject({ ok: false });
  expect(await read()).toEqual([]);
});
