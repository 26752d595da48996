import { verify as english } from '../locales/en/verify.ts';
import type { Translation } from '../locales/texts.ts';
import { verify as chinese } from '../locales/zh-CN/verify.ts';
import { checkCode, codeIn, type Verified } from './check.ts';

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

function button(text: string, press: () => void): HTMLButtonElement {
  const made = element('button', text);
  made.type = 'button';
  made.addEventListener('click', press);
  return made;
}

/** The page behind the QR code of a printed prescription; it needs no session and shows only whether it is in force. */
export function openVerifyPage({ host, location, fetch, languages }: Needs): { check(): Promise<void> } {
  let language = languages
    .find((tag) => /^(en|zh)/i.test(tag))
    ?.toLowerCase()
    .startsWith('zh')
    ? 'zh-CN'
    : 'en';
  let state: Verified | null = null;
  let latest = 0;
  const result = element('div', '', 'result');
  result.setAttribute('role', 'status');

  function draw() {
    const words = texts[language] ?? english;
    document.documentElement.lang = language;
    document.title = words.title;
    result.dataset.state = state ?? 'checking';
    result.replaceChildren(
      element('strong', state === null ? words.checking : words.states[state]),
      ...(state === null ? [] : [element('p', words.texts[state])]),
    );
    const other = button(words.otherLanguage, () => {
      language = language === 'en' ? 'zh-CN' : 'en';
      draw();
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
    state = null;
    draw();
    const found = await checkCode(codeIn(location), fetch);
    if (own !== latest) return;
    state = found;
    draw();
  }
  return { check };
}
