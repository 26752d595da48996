import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { openVerifyPage } from '../../src/verify/page.ts';

const code = 'abcdefghijklmnopqrstuv';
type Sent = { readonly url: string; readonly init: RequestInit | undefined };

afterEach(() => {
  document.body.replaceChildren();
  document.documentElement.lang = 'en';
});

const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
const state = (name: string) => () => json({ code: 200, msg: '', data: { state: name } });

/** Opens the page with these answers of the platform, the last of which is repeated. */
async function open(
  answers: readonly (() => Response)[],
  { language = 'en', hash = `#code=${code}`, search = '' } = {},
) {
  const sent: Sent[] = [];
  const host = document.body.appendChild(document.createElement('main'));
  let count = 0;
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    sent.push({ url: String(url), init });
    if (String(url) === '/config.json') return json({ apiHost: 'https://api.hospital.example/', apiPrefix: '/v1' });
    const answer = answers[Math.min(count, answers.length - 1)];
    count += 1;
    return answer?.() ?? new Response('', { status: 500 });
  };
  const page = openVerifyPage({ host, location: { hash, search }, fetch, languages: ['fr', language] });
  await page.check();
  return { sent, text: () => screen.getByRole('status').textContent };
}

test.each([
  ['valid', state('valid'), 'Valid'],
  ['altered', state('altered'), 'Altered'],
  ['withdrawn', state('withdrawn'), 'Not in force'],
  ['unknown', () => json({ code: 404, msg: 'anything', data: null }), 'Unknown'],
  ['a busy network', () => json({ code: 429, msg: '', data: null }), 'Could not be checked'],
  ['an answer of a proxy', () => new Response('<html>'), 'Could not be checked'],
  ['a state that this page does not know', state('dispensedTwice'), 'Could not be checked'],
])('a prescription that is %s is shown so, with what to do', async (_, answer, title) => {
  const { text } = await open([answer]);
  expect(text()).toMatch(new RegExp(`^${title}.{40}`));
});

test('the code is sent in the body to the configured platform, without credentials or referrer', async () => {
  const { sent } = await open([state('valid')]);
  expect(sent.map(({ url }) => url)).toEqual([
    '/config.json',
    'https://api.hospital.example/v1/prescription/signing/verify',
  ]);
  expect(sent[1]?.init).toMatchObject({ method: 'POST', credentials: 'omit', referrerPolicy: 'no-referrer' });
  expect(sent[1]?.init?.body).toBe(JSON.stringify({ code }));
});

test('a code given as a parameter is checked too, and an address without one asks nobody', async () => {
  const { sent } = await open([state('valid')], { hash: '', search: `?code=${code}` });
  expect(sent[1]?.init?.body).toBe(JSON.stringify({ code }));
  document.body.replaceChildren();
  const none = await open([state('valid')], { hash: '' });
  expect([none.text()?.startsWith('Unknown'), none.sent]).toEqual([true, []]);
});

test('a check that got no answer can be repeated', async () => {
  const { text } = await open([() => new Response('', { status: 502 }), state('valid')]);
  expect(text()).toContain('Could not be checked');
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(text()).toContain('Valid'));
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
});

test('the page opens in the first language that it knows and can be switched', async () => {
  const { text } = await open([state('valid')], { language: 'zh-Hans-CN' });
  expect([document.documentElement.lang, text()?.slice(0, 2)]).toEqual(['zh-CN', '有效']);
  fireEvent.click(screen.getByRole('button', { name: 'English' }));
  expect([document.documentElement.lang, text()?.slice(0, 5)]).toEqual(['en', 'Valid']);
});

const signers = (name: string) => () =>
  json({
    code: 200,
    msg: '',
    data: {
      state: 'valid',
      timeZone: 'Asia/Shanghai',
      signers: [
        { role: 'doctor', name, title: 'Chief physician', dept: 'Cardiology', time: Date.UTC(2026, 2, 4, 4) },
        { role: 'auditor', name: 'Gao Lei', title: null, dept: null },
        { role: 'somebody', name: 'Nobody' },
      ],
    },
  });

test('a prescription in force names its signers with title and time, to be compared with the paper', async () => {
  await open([signers('Ann Lee')]);
  const rows = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringMatching(/^Ann LeeChief physician · CardiologySigned Mar 4, 2026, 12:00\sPM$/),
    'Gao Lei',
  ]);
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Doctor', 'Reviewer']);
  expect(screen.getByText(/Compare these names with the paper/)).toBeInTheDocument();
});

test('the signers are named in the language of the page, also after a switch', async () => {
  const { sent } = await open([signers('Ann Lee'), signers('李安')]);
  fireEvent.click(screen.getByRole('button', { name: '中文' }));
  await waitFor(() => expect(screen.getAllByRole('definition')[0]).toHaveTextContent('李安'));
  const languages = sent.flatMap(({ init }) => new Headers(init?.headers).get('accept-language') ?? []);
  expect(languages).toEqual(['en', 'zh-CN']);
});

test('a prescription that is not in force names nobody', async () => {
  await open([state('withdrawn')]);
  expect(screen.queryByRole('term')).toBeNull();
});

test('a signer’s name turns nothing beside it, and an override in it is shown as what it is', async () => {
  const signer = { role: 'doctor', name: `שרה${String.fromCodePoint(0x202e)}`, title: 'طبيب', dept: '2', time: null };
  await open([() => json({ code: 200, msg: '', data: { state: 'valid', signers: [signer] } })]);
  const name = screen.getByText('שרה[RLO]');
  const [start, end] = [String.fromCodePoint(0x2068), String.fromCodePoint(0x2069)];
  const about = screen.getByText(`${start}طبيب${end} · 2`);
  expect([name, about].map(({ dir }) => dir)).toEqual(['auto', 'auto']);
});
