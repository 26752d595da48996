import { isWithin } from '../db/elapsed.ts';
import { faultOf } from '../log.ts';
import { traceHeaders } from '../observe/context.ts';

/** A code to send to a phone. */
export type Sms = { mobile: string; code: string; scene: number; hospital: string };

/** Sends codes to phones. */
export type SmsGateway = {
  /** Sends a code in the background, because the duration would reveal whether the number is known. */
  send(sms: Sms): void;
  /** Whether no code can be sent now, to anybody. */
  isDown(): boolean;
};

type Needs = {
  webhookUrl: string | null;
  demo: boolean;
  print: (line: string) => void;
  warn: (what: string, fields: Record<string, unknown>) => void;
  now: () => number;
};

const downMs = 120_000;

/** Posts codes to the hospital's SMS service; in demo mode prints them on the server's console. */
export function createSmsGateway({ webhookUrl, demo, print, warn, now }: Needs): SmsGateway {
  let failedAt: number | null = null;

  async function deliver(url: string, sms: Sms): Promise<boolean> {
    try {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...traceHeaders() },
        body: JSON.stringify(sms),
        signal: AbortSignal.timeout(10_000),
      });
      if (!reply.ok) warn('the SMS service refused a code', { status: reply.status });
      return reply.ok;
    } catch (cause) {
      warn('the SMS service cannot be reached', faultOf(cause));
      return false;
    }
  }

  async function post(url: string, sms: Sms): Promise<void> {
    const isDelivered = await deliver(url, sms);
    failedAt = isDelivered ? null : now();
  }

  return {
    send(sms) {
      if (webhookUrl !== null) void post(webhookUrl, sms);
      else if (demo) print(`SMS to ${sms.mobile}: your code is ${sms.code} (${sms.hospital})`);
    },
    isDown() {
      if (webhookUrl === null) return !demo;
      return failedAt !== null && isWithin(now(), failedAt, downMs);
    },
  };
}
