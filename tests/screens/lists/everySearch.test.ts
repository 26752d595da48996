import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { placesOf, searchForm } from '../../../clinical/words/searchForm.ts';
import { matchingKeys } from '../../../src/domain/chatSearch.ts';
import type { ChatMessage } from '../../../src/domain/message.ts';
import { initialsOf, isFoundIn } from '../../../src/domain/pinyin.ts';
import { repliesFromCsv } from '../../../src/domain/replyGroups.ts';
import { offerFromVisit } from '../../../src/domain/visitSections.ts';
import { filterReplies } from '../../../src/screens/chat/useQuickReplies.ts';
import { matching, type PaletteItem } from '../../../src/screens/keyboard/paletteItems.ts';
import { asked, written } from '../../support/searchedWords.ts';

/** Screens that search what is loaded, each with the function that does it. */
const inBrowser: Readonly<Record<string, string>> = {
  'administration/BannedIngredients.tsx': 'isFoundIn',
  'administration/GenericField.tsx': 'isFoundIn',
  'administration/MedicineIndications.tsx': 'isFoundIn',
  'administration/operations/SessionsPanel.tsx': 'searchForm',
  'chat/SearchBar.tsx': 'placesOf',
  'chat/useChatSearch.ts': 'matchingKeys',
  'chat/useQuickReplies.ts': 'isFoundIn',
  'cloudRoom/ConversationList.tsx': 'isFoundIn ?? findsLiterally',
  'keyboard/paletteItems.ts': 'isFoundIn',
  'record/DiagnosisField.tsx': 'isFoundIn',
  'serviceSetup/OwnReplies.tsx': 'isFoundIn',
  'templates/TemplateList.tsx': 'isFoundIn',
};
/** Screens whose words the platform searches; its own test asks every search of it. */
const onPlatform: Readonly<Record<string, string>> = {
  'administration/CatalogueList.tsx': 'keyword',
  'administration/People.tsx': 'keyword',
  'administration/hospitals/Hospitals.tsx': 'keyword',
  'administration/operations/PersonField.tsx': 'keyword',
  'administration/operations/TrailFilters.tsx': 'keyword',
  'lists/filterFields.tsx': 'KeywordField',
  'keyboard/Palette.tsx': 'keyword',
  'myAuditRecord/reviewFilters.tsx': 'keyword',
  'orderRecord/OrderRecord.tsx': 'keyword',
  'patientFacts/CodeField.tsx': 'keyword',
  'prescription/MedicineSearch.tsx': 'searched',
  'prescriptionRecord/PrescriptionFilters.tsx': 'keyword',
  'serviceSetup/DiseaseTags.tsx': 'pageDiseases',
};

const box =
  /type="search"|<Combobox\b|<KeywordField\b|useMatches\(|matchSorter\(|searchForm\(|isFoundIn\(|function KeywordField/;
const sourceOf = (file: string) => readFileSync(`src/screens/${file}`, 'utf8');

test('each place with a search is listed, with what folds its words', () => {
  const files = readdirSync('src/screens', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && box.test(sourceOf(file)),
  );
  const listed = { ...inBrowser, ...onPlatform };
  expect(files.filter((file) => !Object.hasOwn(listed, file))).toEqual([]);
  expect(Object.entries(listed).filter(([file, how]) => !sourceOf(file).includes(how))).toEqual([]);
});

const reply = { id: '1', title: written, content: '' } as unknown as Parameters<typeof filterReplies>[0][number];
const message = { key: 'a', recalled: false, body: { kind: 'text', text: written } } as ChatMessage;
const item: PaletteItem = { id: '1', group: 'actions', title: written, detail: '', keys: null, run: () => {} };

const searches: Readonly<Record<string, (query: string) => boolean>> = {
  isFoundIn: (query) => isFoundIn(query, [written]),
  filterReplies: (query) => filterReplies([reply], query, []).length === 1,
  matchingKeys: (query) => matchingKeys([message], searchForm(query), () => written).length === 1,
  placesOf: (query) => placesOf(written, searchForm(query)).length === 1,
  palette: (query) => matching([item], query).length === 1,
  paletteDetail: (query) => matching([{ ...item, title: '', detail: written }], query).length === 1,
};

test.each(Object.entries(searches))('the search of the browser folds words: %s', (_, finds) => {
  expect(asked.map(finds)).toEqual(asked.map(() => true));
  expect(asked.map((typed) => finds(`${typed}x`))).toEqual(asked.map(() => false));
});

test('initials are found in full-width and accented texts, by every reading of a character', () => {
  expect(['axl', 'ecz', 'zlj'].map((typed) => isFoundIn(typed, ['Ａ型流感', 'Éc中', '曾丽娟']))).toEqual([
    true,
    true,
    true,
  ]);
  expect(initialsOf('Ａ型')).toBe('ax');
  expect(matching([{ ...item, title: '曾丽娟' }], 'zlj')).toHaveLength(1);
});

test('headings of records and of reply files are read in any width and case', () => {
  expect(offerFromVisit([{ title: ' ＣＨＩＥＦ  Complaint', text: 'fever' }]).texts).toEqual({
    chiefComplaint: 'fever',
  });
  expect(repliesFromCsv('ＴＥＸＴ,Group\nhello,a')).toMatchObject([{ content: 'hello', group: 'a' }]);
});
