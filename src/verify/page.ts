import { isolated } from '../domain/direction.ts';
import { verify as english } from '../locales/en/verify.ts';
import type { Translation } from '../locales/texts.ts';
import { verify as chinese } from '../locales/zh-CN/verify.ts';
import { type Check, checkCode, codeIn, type Signer } from './check.ts';

const texts: { readonly [language: string]: Translation<typeof english> } = { en: english, 'zh-CN': chinese };

type Needs = {
  readonly host: HTMLElement;
  readonly location: Pick<Location, 'hash' | 'search'>;
  readonly fetch: typeof window.fetch;
  readonly languages: readonly string[];
};

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text: string,
  className = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

/** An element that takes the direction of its letters and is isolated from what is beside it. */
function ownDirection(made: HTMLElement): HTMLElement {
  made.dir = 'auto';
  return made;
}

function button(text: string, press: () => void): HTMLButtonElement {
  const made = element('button', text);
  made.type = 'button';
  made.addEventListener('click', press);
  return made;
}

/** A signer as the paper names them: role, name, title, department and when they signed. */
function signerRow({ role, name, title, dept, time }: Signer, timeZone: string, language: string): HTMLElement {
  const words = texts[language] ?? english;
  const row = element('div', '');
  const who = element('dd', '');
  who.append(ownDirection(element('b', name)));
  const about = [title, dept].flatMap((text) => (text ? isolated(text) : [])).join(' · ');
  who.append(ownDirection(element('span', about)));
  if (typeof time === 'number' && timeZone) {
    const format = new Intl.DateTimeFormat(language, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone,
    });
    const shown = format.format(time);
    const at = element('time', words.signedAt.replace('{{time}}', shown));
    at.dateTime = new Date(time).toISOString();
    who.append(at);
  }
  row.append(element('dt', words.roles[role]), who);
  return row;
}

function signerList(found: Check | null, language: string): HTMLElement[] {
  if (!found?.signers.length) return [];
  const words = texts[language] ?? english;
  const list = element('dl', '', 'signers');
  list.append(...found.signers.map((signer) => signerRow(signer, found.timeZone, language)));
  return [list, element('p', words.compare)];
}

/** The page behind the QR code of a printed prescription; it needs no session and shows whether it is in force and who signed. */
export function openVerifyPage({ host, location, fetch, languages }: Needs): { check(): Promise<void> } {
  let language = languages
    .find((tag) => /^(en|zh)/i.test(tag))
    ?.toLowerCase()
    .startsWith('zh')
    ? 'zh-CN'
    : 'en';
  let found: Check | null = null;
  let latest = 0;
  const result = element('div', '', 'result');
  result.setAttribute('role', 'status');

  function draw() {
    const words = texts[language] ?? english;
    document.documentElement.lang = language;
    document.title = words.title;
    const state = found?.state ?? null;
    result.dataset.state = state ?? 'checking';
    result.replaceChildren(
      element('strong', state === null ? words.checking : words.states[state]),
      ...(state === null ? [] : [element('p', words.texts[state])]),
      ...signerList(found, language),
    );
    const other = button(words.otherLanguage, () => {
      language = language === 'en' ? 'zh-CN' : 'en';
      // The platform names the signers in the language that is asked for.
      if (found?.signers.length) void check();
      else draw();
    });
    other.lang = language === 'en' ? 'zh-CN' : 'en';
    const header = element('header', '');
    header.append(element('h1', words.title), other);
    const retry = state === 'unchecked' || state === 'tooMany' ? [button(words.retry, () => void check())] : [];
    host.replaceChildren(header, result, ...retry, element('p', words.note, 'note'));
  }

  async function check() {
    latest += 1;
    const own = latest;
    found = null;
    draw();
    const answer = await checkCode(codeIn(location), language, fetch);
    if (own !== latest) return;
    found = answer;
    draw();
  }
  return { check };
}
