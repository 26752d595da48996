import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { acceptOrder } from '../../../contract/extension/consult.ts';
import { login } from '../../../contract/http/auth.ts';
import { awaitList, getConsultConfigs, updateConsultConfig } from '../../../contract/http/consult.ts';
import { queryImMessages } from '../../../contract/http/im.ts';
import type { ConversationId } from '../../../contract/ids.ts';
import type { ImMessage } from '../../../contract/im.ts';
import type { FrameHook } from '../../../server/demo/faults/faultLink.ts';
import { calls } from '../../../simulator/calls.ts';
import { textOf } from '../../../simulator/phone.ts';
import type { Row, Typed } from '../../support/deliveryJudge.ts';
import { faultProxy } from '../../support/faultProxy.ts';
import { freePatients } from '../../support/patient.ts';
import { startPlatform } from '../../support/platform.ts';
import { demoPassword } from '../../support/signIn.ts';
import { openDoctorBrowser } from './doctorBrowser.ts';

type Needs = { executablePath: string; seed: number; account: string; panes: number };

const hospitalId = '1';
const maxBadge = 100;
const stored = /^43(?:\/[^,]*,)?\d+\[\{"ok":true,"clientMessageId":"([^"]+)"/;

async function retry<T>(work: () => Promise<T>, beforeRetry: () => Promise<void>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (cause) {
      if (tries === 40) throw cause;
      await pause(250);
      await beforeRetry().catch(() => {});
    }
  }
}

/**
 * The real platform as a process, a fault proxy, a doctor in a real browser behind the proxy, and patients with phones.
 * All conversations are open in panes except one, which stays closed until the end.
 */
export async function openTestbed({ executablePath, seed, account, panes }: Needs) {
  const platform = await startPlatform();
  const proxy = await faultProxy({ target: () => ({ host: '127.0.0.1', port: platform.port }), seed });
  let token: string | null = null;
  /** The same doctor on a direct connection, to read the platform's state. */
  const api = calls({ url: platform.url, hospitalId, language: 'en', token: () => token });
  /** Signs in for a new access token, because a run may outlast one. */
  async function signIn() {
    token = (await api.call(login, { username: account, password: demoPassword })).accessToken;
  }
  await signIn();
  // Removes the limit of a hundred messages from the demonstration hospital's consultations.
  for (const { id } of await api.call(getConsultConfigs, {}))
    await api.call(updateConsultConfig, { id, msgLimit: null });
  const phones = await freePatients(platform.url, panes + 1);
  const orders = await Promise.all(phones.map((phone) => phone.opensOrder('A long complaint')));
  const cases = phones.flatMap((phone, at) => {
    const order = orders[at];
    return order ? [{ phone, name: phone.name, id: order.id, conversationId: order.conversationId }] : [];
  });
  const [hidden, ...open] = cases.toReversed();
  if (hidden === undefined) throw new Error('there is no patient');

  const acked = new Map<string, number>();
  const typed: Typed[] = [];
  const screenFaults: string[] = [];
  const states = new Map<string, string>();
  const links = { opened: 0 };
  let toPage: (text: string) => void = () => {};

  /** Observes what reaches the browser; the fault decides what passes. */
  const observed =
    (hook: FrameHook | null): FrameHook =>
    (text, direction, send) => {
      const pass = (sent: string) => {
        const [, id] = direction === 'down' ? (stored.exec(sent) ?? []) : [];
        if (id) acked.set(id, Number(/"seq":(\d+)/.exec(sent)?.[1]));
        if (direction === 'down' && sent.startsWith('40')) links.opened += 1;
        if (direction === 'down') toPage = send;
        send(sent);
      };
      if (hook) hook(text, direction, pass);
      else pass(text);
    };
  const frames = (hook: FrameHook | null) => proxy.frames(observed(hook));
  frames(null);

  const doctor = await openDoctorBrowser({
    executablePath,
    account,
    url: proxy.url,
    patients: open.map(({ name }) => name),
    onReport: (kind, what) => {
      if (kind === 'wrong') return void screenFaults.push(what);
      const [id = '', state = ''] = what.split(' ');
      states.set(id, state);
    },
  });
  await doctor.arrives();

  const waiting = await api.call(awaitList, {});
  await api.call(acceptOrder, { id: waiting.find(({ id }) => id === hidden.id)?.id ?? hidden.id });

  const asRow = (message: ImMessage): Row => ({
    id: message.id,
    seq: message.seq,
    senderType: message.senderType,
    type: message.type,
    text: textOf(message),
    clientMessageId: message.clientMessageId ?? null,
  });
  async function chat(conversationId: ConversationId) {
    const rows: Row[] = [];
    const mark = { read: 0, delivered: 0, doctor: 0 };
    for (let afterSeq = 0, head = 1; afterSeq < head; ) {
      const page = await retry(() => api.call(queryImMessages, { conversationId, afterSeq, limit: 200 }), signIn);
      for (const event of page.events) if (event.kind === 'message') rows.push(asRow(event.message));
      mark.doctor = page.positions?.doctorReadUpTo ?? mark.doctor;
      mark.read = page.positions?.patientReadUpTo ?? mark.read;
      mark.delivered = page.positions?.patientDeliveredUpTo ?? mark.delivered;
      if (page.coveredTo <= afterSeq)
        throw new Error(`conversation ${conversationId} does not go on after ${afterSeq}`);
      [afterSeq, head] = [page.coveredTo, page.headSeq];
    }
    return { rows, mark };
  }

  return {
    platform,
    proxy,
    frames,
    doctor,
    cases,
    open,
    hidden,
    acked,
    typed,
    screenFaults,
    states,
    links,
    chat,
    /** The unread count that a page shows for the closed conversation, capped at a hundred. */
    async unread(page: Page): Promise<number> {
      const row = page.getByRole('button', { name: new RegExp(`^${hidden.name}, `) });
      const [, more, count = 0] =
        /, (more than )?(\d+) unread/i.exec((await row.getAttribute('aria-label')) ?? '') ?? [];
      return Math.min(Number(count) + (more ? 1 : 0), maxBadge);
    },
    /** Sends a frame to the page as if the platform had sent it. */
    say: (text: string) => toPage(text),
    restore() {
      proxy.heal();
      frames(null);
    },
    async close() {
      for (const { phone } of cases) phone.close();
      await doctor.leaves();
      await proxy.close();
      await platform.stop();
    },
  };
}

export type Testbed = Awaited<ReturnType<typeof openTestbed>>;
