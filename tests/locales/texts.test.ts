import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { administration as administrationEn } from '../../src/locales/en/administration.ts';
import { conversation as conversationEn } from '../../src/locales/en/conversation.ts';
import { core as coreEn } from '../../src/locales/en/core.ts';
import { documents as documentsEn } from '../../src/locales/en/documents.ts';
import { entrance as entranceEn } from '../../src/locales/en/entrance.ts';
import { office as officeEn } from '../../src/locales/en/office.ts';
import { rest as restEn } from '../../src/locales/en/rest.ts';
import { reviews as reviewsEn } from '../../src/locales/en/reviews.ts';
import type { TextTree } from '../../src/locales/texts.ts';
import { administration as administrationZh } from '../../src/locales/zh-CN/administration.ts';
import { conversation as conversationZh } from '../../src/locales/zh-CN/conversation.ts';
import { core as coreZh } from '../../src/locales/zh-CN/core.ts';
import { documents as documentsZh } from '../../src/locales/zh-CN/documents.ts';
import { entrance as entranceZh } from '../../src/locales/zh-CN/entrance.ts';
import { office as officeZh } from '../../src/locales/zh-CN/office.ts';
import { rest as restZh } from '../../src/locales/zh-CN/rest.ts';
import { reviews as reviewsZh } from '../../src/locales/zh-CN/reviews.ts';

const flat = (tree: TextTree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  );
/** Parts may share a name, so each is read by itself. */
const texts = (parts: readonly TextTree[]) => new Map(parts.flatMap((part) => flat(part)));
const english = texts([coreEn, entranceEn, restEn, conversationEn, documentsEn, officeEn, reviewsEn, administrationEn]);
const chinese = texts([coreZh, entranceZh, restZh, conversationZh, documentsZh, officeZh, reviewsZh, administrationZh]);
const holes = (text: string | undefined) => new Set(text?.match(/\{\{\w+\}\}/g) ?? []);

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(tsx?|css)$/.test(file) && !file.startsWith('locales'))
  .map((file) => join('src', file));

/** Code without its comments, which may quote the Chinese source of a clinical fact. */
const code = (file: string) =>
  readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '');

test('both languages have the same texts; Chinese has no singular form', () => {
  const wanted = [...english.keys()].filter((key) => !key.endsWith('_one')).sort();
  expect([...chinese.keys()].sort()).toEqual(wanted);
});

test('every background job of the platform has a name on the operations page', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const jobs = files.flatMap((file) =>
    [...readFileSync(join('server', file), 'utf8').matchAll(/name: '([^']+)',\s+everyMs: \d/g)].map(([, name]) => name),
  );
  expect(jobs.length).toBeGreaterThan(10);
  expect(jobs.filter((name) => !english.has(`operations.live.jobNames.${name}`))).toEqual([]);
});

test('no line break parts a number from its unit symbol', () => {
  const parted = /(\}\}|\d|[≤≥<]) (\{\{(unit|pack)\}\}|(y|mo|d|h|min|s|kg|cm|mg|ml|MB|%|µmol\/l|\d)(?![A-Za-z]))/;
  expect([...english, ...chinese].filter(([, text]) => parted.test(text))).toEqual([]);
});

test('lists have the punctuation of the language: no code joins texts with a comma of its own', () => {
  const ownPunctuation = /\.join\((['"`])[,;.:] \1\)|\}[,;:] \$\{t\(|\)\}[,;:] \$\{/;
  const inScreens = sources.filter((file) => file.startsWith(join('src', 'screens')));
  expect(inScreens.filter((file) => ownPunctuation.test(code(file)))).toEqual([]);
  const separators = ['items', 'details', 'entries', 'sentences'].map((name) => `shared.list.${name}`);
  expect(separators.map((name) => english.get(name))).toEqual([', ', ', ', '; ', '. ']);
  expect(separators.map((name) => chinese.get(name))).toEqual(['、', '，', '；', '。']);
});

test('texts of the screens without chats are used only there, because they may not be loaded elsewhere', () => {
  const names = Object.keys(officeEn).filter((name) => !Object.hasOwn(documentsEn, name));
  const office = new RegExp(`['\`](${names.join('|')})\\.\\w`);
  const folders =
    /screens\/(administration|alerts|archive|certificates|home|myAuditRecord|orderRecord|personalData|pictures|prescriptionRecord|prescriptionTask|serviceSetup|workforceManagement)\/|(layout\/(NotFound|StorageWarning)|session\/ClosedHospital|chat\/alertWords)/;
  const elsewhere = sources.filter((file) => !folders.test(file));
  const shared = elsewhere.filter((file) => office.test(code(file)));
  expect(shared.sort()).toEqual(
    [
      'forms/useLength.ts',
      'history/OrderPage.tsx',
      'history/Transcript.tsx',
      'hooks/useDeviceName.ts',
      'lists/ExportButton.tsx',
      'lists/PagedTable.tsx',
      'lists/filterFields.tsx',
    ].map((name) => join('src', 'screens', name)),
  );
  expect(
    elsewhere.filter((file) =>
      /from '.*\/(ExportButton|OrderPage|PagedTable|Transcript|filterFields|useDeviceName|useLength|PicturesField)\.tsx?'/.test(
        code(file),
      ),
    ),
  ).toEqual([]);
});

test('texts of messages and open consultations are used only where they are loaded', () => {
  const keys = new Set(flat(conversationEn).map(([key]) => key.replace(/_(one|other)$/, '')));
  const ofMessages =
    /screens\/(chat\/(ChatLog|FileLink|MessageRow|PictureViewer|PrintedMessages|VoicePlayer|chatLines|rowActions)|history\/Transcript|print\/ConversationPaper)\.tsx?$/;
  const ofPanes =
    /screens\/(chat\/(AttachmentStrip|Composer|ComposerTools|QuickReplies|SearchBar|VoiceNote|useAttachments|useReplyDraft)|cloudRoom\/(Companion|FactChips|FinishDialog|Pane|Pane(Body|Conversation|Foot|Header|SidePanel|Tabs|Tools)|RejectionBar|UnsentReply|WaitingSheet))\.tsx?$/;
  const users = sources.filter((file) => [...code(file).matchAll(/'([\w.]+)'/g)].some(([, key = '']) => keys.has(key)));
  expect(users.filter((file) => !ofMessages.test(file) && !ofPanes.test(file))).toEqual([]);
  expect(users.length).toBeGreaterThan(12);
});

/** Finds the use of a text of a part, by the first two steps of its key: events of machines have names of two steps, too. */
const useOf = (part: Readonly<Record<string, object>>) => {
  const beginnings = Object.entries(part).flatMap(([name, texts]) =>
    Object.keys(texts).map((next) => `${name}\\.${next.replace(/_(one|other)$/, '')}`),
  );
  return new RegExp(`['\`](${[...beginnings, ...Object.keys(part).map((name) => `${name}\\.\\$`)].join('|')})\\b`);
};

test('texts of the forms to sign in are used only where they are loaded', () => {
  const keys = new Set(flat(entranceEn).map(([key]) => key.replace(/_(one|other)$/, '')));
  const loaded =
    /screens\/(login|passwordReset|signIn)\/|forms\/NewPasswordFields|session\/LockScreen|personalData\/Change(Mobile|Password)\.tsx$/;
  const users = sources.filter((file) => [...code(file).matchAll(/'([\w.]+)'/g)].some(([, key = '']) => keys.has(key)));
  expect(users.filter((file) => !loaded.test(file))).toEqual([]);
  expect(users.length).toBeGreaterThan(5);
});

test('texts of administrators are used only in their screens', () => {
  const administration = useOf(administrationEn);
  const others = sources.filter((file) => !/screens\/administration\//.test(file));
  expect(others.filter((file) => administration.test(code(file)))).toEqual([]);
});

test('texts of reviewers are used only in their screens, and for decisions that were taken back there', () => {
  const reviews = useOf(reviewsEn);
  const others = sources.filter(
    (file) =>
      !/screens\/(myAuditRecord|prescriptionTask)\/|questions\/useAnswerNotices\.ts$|compose\/adapters\/review\.ts$/.test(
        file,
      ),
  );
  expect(others.filter((file) => reviews.test(code(file)))).toEqual([]);
});

test('texts of records and prescriptions are used only where they are loaded', () => {
  const names = Object.keys(documentsEn).filter((name) => name !== 'chat' && !Object.hasOwn(officeEn, name));
  const documents = new RegExp(`['\`](${names.join('|')})\\.(\\w+)`);
  const folders =
    /screens\/(archive|history|keyboard|orderRecord|patientFacts|prescription|prescriptionRecord|print|questions|record|serviceSetup|templates)\/|cloudRoom\/DeclineDialog|administration\/Check(History|SettingsForm)|administration\/MedicineEditor|myAuditRecord\/(FindingsByRule|ReviewedRx|RuleSettings|Statistics)|prescriptionTask\/(evidence|FourChecks|Review(Contents|Facts|Medicines|Sheet))/;
  const keys = new Set(flat(documentsEn).flatMap(([key]) => key.split('.').slice(0, 2).join('.')));
  const shared = sources
    .filter((file) => file.startsWith(join('src', 'screens')) && !folders.test(file))
    .filter((file) =>
      // A setting has the name of its text.
      [
        ...code(file)
          .replace(/useSetting\([^)]*\)/g, '')
          .matchAll(new RegExp(documents, 'g')),
      ].some(([, part, name]) => keys.has(`${part}.${name}`)),
    );
  expect(shared).toEqual([]);
  const importers = sources.filter((file) =>
    /from '.*\/(OrderPage|PrescriptionSheet|useClinicalWords)\.tsx?'/.test(code(file)),
  );
  expect(importers.filter((file) => !folders.test(file) && !shared.includes(file))).toEqual([]);
});

test('a text has the same placeholders in both languages', () => {
  const differing = [...chinese].filter(([key, text]) => {
    const ours = holes(text);
    const theirs = holes(english.get(key));
    return ours.size !== theirs.size || [...ours].some((hole) => !theirs.has(hole));
  });
  expect(differing).toEqual([]);
});

/** Numbers that are never one: fixed limits and choices, and amounts above a limit that is at least one. */
const neverOne: ReadonlySet<string> = new Set([
  'alertSettings.sound.seconds',
  'chat.jumpToUnreadMany',
  ...['last', 'more', 'fewer', 'same'].map((key) => `home.trend.${key}`),
  ...['tooManyDrugs', 'supplyDays', 'supplyDaysBlock', 'timesPerDay', 'courseDays'].map(
    (key) => `prescription.words.finding.${key}`,
  ),
  'templates.apply.tooMany',
]);

test('an English text that counts has a singular form', () => {
  const counted = /\{\{(count|days|hours|minutes|seconds|packs|years|left|times|number)\}\} (?:[a-z-]+ )?[a-z]+s\b/;
  const verbs = /\}\} (was|is|has|needs|waits|leads|asks|reviews|covers)\b/;
  const plain = [...english].filter(
    ([key, text]) => !/_(one|other)$/.test(key) && counted.test(text) && !verbs.test(text) && !neverOne.has(key),
  );
  expect(plain).toEqual([]);
});

test('every text with a singular form has a plural form', () => {
  const lonely = [...english.keys()].filter(
    (key) => key.endsWith('_one') && !english.has(key.replace(/_one$/, '_other')),
  );
  expect(lonely).toEqual([]);
});

/** Chinese puts a space between a name, a title and a department. */
const mayBeSpace = /\blist\.posts$/;

test('no text is empty or has a stray brace', () => {
  const bad = [...english, ...chinese].filter(
    ([key, text]) => (!text.trim() && !mayBeSpace.test(key)) || /[{}]/.test(text.replace(/\{\{\w+\}\}/g, '')),
  );
  expect(bad).toEqual([]);
});

/** Files with Chinese words that the client recognises in responses or patients' texts and never shows. */
const recognised = [
  'src/domain/answers.ts',
  'src/domain/maskedName.ts',
  'src/domain/pinyin.ts',
  'src/domain/visitSections.ts',
];

describe('texts on the screen are only in the locale files', () => {
  test.each(sources.filter((file) => !recognised.includes(file)))('%s has no Chinese in its code', (file) => {
    expect(code(file).match(/[\u3400-\u9fff]+/g)).toBeNull();
  });
});
