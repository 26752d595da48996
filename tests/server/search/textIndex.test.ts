import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchForm } from '../../../clinical/words/searchForm.ts';
import { type Change, createTextIndex, type Entry } from '../../../server/search/textIndex.ts';

const entry = (id: string, ...fields: string[]): Entry => ({ id, sortKeys: [id], fields, places: ['1'] });

async function indexOf(...changes: Change[]) {
  const index = createTextIndex();
  await index.apply(changes);
  return index;
}

const all = { limit: 1_000, offset: 0 };

/** The places that may come before a word. */
const follows = (before: string | undefined) =>
  before === undefined || !/[a-z0-9]|[^\0-\x7f\u2000-\u206f\u3000-\u303f]/u.test(before);

/** The rank of an entry by comparing every field; null when it does not match. */
function rankOf({ fields }: Entry, typed: string): number | null {
  const wanted = searchForm(typed);
  const texts = fields.map((field) => searchForm(field ?? '')).filter((text) => text !== '');
  if (wanted === '' || texts.includes(wanted)) return 0;
  if (texts.some((text) => text.startsWith(wanted))) return 1;
  const places = texts.flatMap((text) =>
    [...text].flatMap((_, at) => (text.startsWith(wanted, at) ? [text[at - 1]] : [])),
  );
  if (places.some(follows)) return 2;
  if (places.length > 0) return 3;
  const words = wanted.split(' ');
  return words.length > 1 && words.every((word) => texts.some((text) => text.includes(word))) ? 4 : null;
}

const sign = fc.constantFrom(...'aabbc1- (（、，阿莫西林炎C ');
const text = fc.string({ unit: sign, maxLength: 7 });
const change = fc.record({
  id: fc.constantFrom(...Array.from({ length: 40 }, (_, n) => String(n))),
  sortKeys: fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('a', 'b', 'c')),
  fields: fc.option(fc.array(text, { minLength: 1, maxLength: 3 }), { freq: 4 }),
  places: fc.subarray(['1', '2']),
});

describe('a search gives the results of a filter over all entries', () => {
  test('after any additions, changes and removals', () => {
    return fc.assert(
      fc.asyncProperty(
        fc.array(fc.uniqueArray(change, { selector: ({ id }) => id, maxLength: 40 }), { maxLength: 6 }),
        text,
        fc.constantFrom('1', '2', undefined),
        fc.constantFrom(0, 1),
        async (batches, typed, place, order) => {
          const index = createTextIndex(2);
          const entries = new Map<string, Entry>();
          for (const batch of batches) {
            await index.apply(batch as Change[]);
            for (const { id, fields, ...rest } of batch)
              if (fields === null) entries.delete(id);
              else entries.set(id, { id, fields, ...rest });
          }
          const there = [...entries.values()].filter(({ places }) => place === undefined || places.includes(place));
          const expected = there.flatMap((one) => {
            const closeness = rankOf(one, typed);
            return closeness === null ? [] : [{ ...one, closeness }];
          });
          const found = await index.search({ typed, ...(place ? { place } : {}), order, ...all });
          expect(new Set(found.ids)).toEqual(new Set(expected.map(({ id }) => id)));
          expect(found.total).toBe(expected.length);
          const ranks = found.ids.map((id) => {
            const one = expected.find((other) => other.id === id);
            return `${one?.closeness} ${one?.sortKeys[order]}`;
          });
          expect(ranks).toEqual([...ranks].sort());
          const pages = await Promise.all(
            [0, 3, 6].map((offset) => index.search({ typed, ...(place ? { place } : {}), order, limit: 3, offset })),
          );
          expect(pages.flatMap(({ ids }) => ids)).toEqual(found.ids.slice(0, 9));
        },
      ),
      { numRuns: 400 },
    );
  });
});

test('fields that equal the typed text come first, then prefixes, then words, then the rest', async () => {
  const index = await indexOf(
    entry('1', 'co-amoxiclav', 'xamox'),
    entry('2', 'xamox'),
    entry('3', 'Amoxicillin'),
    entry('4', 'Amox'),
    entry('5', 'clav amox'),
  );
  expect((await index.search({ typed: 'amox', ...all })).ids).toEqual(['4', '3', '1', '5', '2']);
});

test('the typed words may be in any order and in different fields', async () => {
  const index = await indexOf(entry('1', '阿莫西林胶囊', 'Yunzeda'), entry('2', '阿莫西林'));
  expect(await index.search({ typed: 'yunz 胶囊', ...all })).toEqual({ ids: ['1'], total: 1 });
});

test('width and case of the typed text do not matter', async () => {
  const index = await indexOf(entry('1', '维生素Ｃ片（儿童）'));
  for (const typed of ['维生素c', 'C片', '(儿童)', '（儿童）'])
    expect((await index.search({ typed, ...all })).total).toBe(1);
});

test('more than ten thousand entries are found alike, and a page has their total', async () => {
  const index = await indexOf(
    ...Array.from({ length: 12_000 }, (_, n) => entry(String(n).padStart(5, '0'), `item ${n}`)),
  );
  expect(await index.search({ typed: 'item 11999', ...all })).toEqual({ ids: ['11999'], total: 1 });
  expect(await index.search({ typed: 'item', limit: 2, offset: 11_998 })).toEqual({
    ids: ['11998', '11999'],
    total: 12_000,
  });
});

test('the event loop stays free while a large index is filled and searched', async () => {
  const index = createTextIndex();
  const changes = Array.from({ length: 20_000 }, (_, n) => entry(String(n), `stomatitis of kind ${n}`, `口炎${n}型`));
  let turns = 0;
  let over = false;
  const turn = () => {
    turns += 1;
    if (!over) setImmediate(turn);
  };
  turn();
  await index.apply(changes);
  over = true;
  expect(turns).toBeGreaterThan(5);
});
