import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { findChromium, launchArgs } from '../tests/support/chromium.ts';
import { startPlatform } from '../tests/support/platform.ts';
import { signIn } from '../tests/support/signIn.ts';
import { readCommandLine } from './commandLine.mjs';
import { type Place, places, waitUntilShown } from './picturePlaces.ts';
import { statePlaces } from './statePlaces.ts';

const usage = `Pictures of the built product, in test-results/pictures; its index.html shows them as a grid.

  npm run pictures
  npm run pictures -- --states --size 1440x900
  npm run pictures -- --route cloudRoom --route orderRecord --size 390x844 --theme dark --language zh-CN

  --states         every state of pane, record, prescription, review, session and sign-in that tests reach, without a platform's data
  --route NAME     only routes or states whose name contains this; may be repeated
  --size WxH       only this size; may be repeated
  --theme NAME     light or dark
  --language NAME  en or zh-CN
  --list           prints the names of the routes`;

const { values } = readCommandLine({
  usage,
  options: {
    route: { type: 'string', multiple: true, default: [] },
    size: { type: 'string', multiple: true, default: ['1440x900', '1024x768', '390x844'] },
    theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
    language: { type: 'string', multiple: true, default: ['en', 'zh-CN'] },
    states: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

type Theme = 'light' | 'dark';
type View = { readonly size: string; readonly theme: Theme; readonly language: string };

const folder = 'test-results/pictures';
const themes = (['light', 'dark'] as const).filter((theme) => values.theme.includes(theme));
const chosen = (values.states ? statePlaces() : places).filter(
  ({ name }) => values.route.length === 0 || values.route.some((part) => name.includes(part)),
);
const fileOf = (name: string, { size, theme, language }: View) => `${name}-${size}-${theme}-${language}.png`;

function sizeOf(text: string) {
  const [, width, height] = /^(\d{3,4})x(\d{3,4})$/.exec(text) ?? [];
  if (width === undefined || height === undefined) throw new Error(`--size ${text} is not like 1440x900`);
  return { width: Number(width), height: Number(height) };
}

/** Takes every place of one person in one language and size; the theme changes while the place is open. */
async function photograph(browser: Browser, url: string, visitor: Place['visitor'], language: string, size: string) {
  const own = { baseURL: url, viewport: sizeOf(size), reducedMotion: 'reduce' as const };
  let storageState = {};
  if (visitor !== null) {
    const entrance = await browser.newContext({ ...own, locale: 'en' });
    await signIn(entrance, visitor);
    storageState = { storageState: await entrance.storageState() };
    await entrance.close();
  }
  const context = await browser.newContext({ ...own, ...storageState, locale: language });
  const page = await context.newPage();
  for (const place of chosen.filter((one) => one.visitor === visitor)) {
    try {
      await place.open(page);
      await (place.shown ?? waitUntilShown)(page);
    } catch (cause) {
      process.stderr.write(`${place.name} ${size} ${language}: ${String(cause).split('\n')[0]}\n`);
    }
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      const path = `${folder}/${fileOf(place.name, { size, theme, language })}`;
      await page.screenshot({ path, animations: 'disabled' });
    }
  }
  await context.close();
}

function grid(views: readonly View[]): string {
  const heads = views.map(({ size, theme, language }) => `<th>${size} ${theme} ${language}</th>`).join('');
  const rows = chosen.map(({ name }) => {
    const cells = views.map((view) => {
      const file = fileOf(name, view);
      return `<td><a href="${file}"><img loading="lazy" src="${file}" alt="${file}"></a></td>`;
    });
    return `<tr><th>${name}</th>${cells.join('')}</tr>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Cloudroom in pictures</title>
<style>body{font:14px system-ui}table{border-spacing:8px}th{position:sticky;top:0;left:0;background:#fff;white-space:nowrap}
img{height:260px;border:1px solid #ccc}</style>
<table><tr><th></th>${heads}</tr>${rows.join('\n')}</table>\n`;
}

async function main() {
  if (values.list) return console.log(chosen.map(({ name }) => name).join('\n'));
  const found = await findChromium('shell');
  if ('why' in found) throw new Error(found.why);
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', ...(values.states ? ['--demo'] : [])]);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const platform = await startPlatform(values.states ? { args: ['--demo', '--workbench'] } : {});
  const browser = await chromium.launch({ executablePath: found.path, args: launchArgs });
  try {
    for (const language of values.language)
      for (const size of values.size)
        for (const visitor of new Set(chosen.map((place) => place.visitor)))
          await photograph(browser, platform.url, visitor, language, size);
  } finally {
    await browser.close();
    await platform.stop();
  }
  const views = values.size.flatMap((size) =>
    themes.flatMap((theme) => values.language.map((language) => ({ size, theme, language }))),
  );
  await writeFile(`${folder}/index.html`, grid(views));
  console.log(`${chosen.length * views.length} pictures: ${folder}/index.html`);
}

await main();
