import { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import type { Api } from '../../contract/catalogue.ts';
import { dictTypes } from '../../contract/http/tenant.ts';
import { noEnumerations } from '../../src/domain/enumerations.ts';
import { createEnumerations } from '../../src/services/enumerations.ts';

type Asking = Pick<Api, 'getDictByType' | 'getAreaTree' | 'getIcons'>;

function open({ kept = new Map<string, string>(), answers = true, language = 'en' } = {}) {
  const asked: string[] = [];
  const failure = { ok: false, failure: { kind: 'network', code: null, message: '', data: null } };
  const api = {
    getDictByType: async ({ dictType }: { dictType: string }) => {
      asked.push(dictType);
      return answers ? { ok: true, data: [{ label: `${dictType} ten`, value: '10' }] } : failure;
    },
    getAreaTree: async () => {
      asked.push('areas');
      return { ok: true, data: [{ id: 110000, name: 'Beijing' }] };
    },
    getIcons: async () => ({
      ok: true,
      data: [
        { id: '2', code: 'b', name: 'B', url: '/b', sort: 2 },
        { id: '1', code: 'a', name: 'A', url: '/a', sort: 1 },
      ],
    }),
  } as unknown as Asking;
  const local = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  };
  const lists$ = new BehaviorSubject(noEnumerations);
  const lists = createEnumerations({ api, local, hospitalId: () => '7', language: () => language, lists$ });
  return { asked, kept, lists$, lists };
}

test('the twelve dictionaries are loaded, with numbers for values', async () => {
  const { lists, lists$, asked } = open();
  await lists.load();
  expect(new Set(asked)).toEqual(new Set(dictTypes));
  expect(lists$.value.Consult_Type).toEqual([{ label: 'consult_type ten', value: 10, colorType: null }]);
});

test('dictionaries are loaded once for several callers', async () => {
  const { lists, asked } = open();
  await Promise.all([lists.load(), lists.load()]);
  await lists.load();
  expect(asked).toHaveLength(12);
});

test('stored dictionaries are available when the platform does not answer', async () => {
  const first = open();
  await first.lists.load();
  const second = open({ kept: first.kept, answers: false });
  await second.lists.load();
  expect(second.lists$.value).toEqual(first.lists$.value);
});

test.each([
  ['another language', { language: 'zh-CN' }, (kept: string) => kept],
  ['another version', {}, (kept: string) => kept.replace('"version":1', '"version":0')],
  ['another hospital', {}, (kept: string) => kept.replace('"tenantId":"7"', '"tenantId":"8"')],
  ['a broken copy', {}, () => '{"version":1'],
])('a copy of %s is not used', async (_, options, change) => {
  const first = open();
  await first.lists.load();
  const kept = new Map([...first.kept].map(([key, value]) => [key, change(value)]));
  const second = open({ kept, answers: false, ...options });
  await second.lists.load();
  expect(second.lists$.value.Consult_Type).toEqual([]);
});

test('the regions are loaded once, the icons in their order', async () => {
  const { lists, asked } = open();
  await lists.loadAreas();
  await lists.loadAreas();
  await lists.loadIcons();
  expect(asked).toEqual(['areas']);
  expect(lists.areas$.value).toEqual([{ id: 110000, name: 'Beijing' }]);
  expect(lists.icons$.value.map(({ code }) => code)).toEqual(['a', 'b']);
});

test('what the hospital changed is loaded again, and not before the lists were needed', async () => {
  const { lists, asked } = open();
  await lists.refresh();
  expect(asked).toEqual([]);
  await lists.load();
  await lists.refresh();
  expect(asked).toHaveLength(24);
});
