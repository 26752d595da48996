import { faultOf } from '../log.ts';

/** A code on its way to a phone. */
export type Sms = { mobile: string; code: string; scene: number; hospital: string };

/** Carries codes to phones. */
export type SmsGateway = {
  /** Hands a code over. Nobody waits for it: how long it takes would tell who works here. */
  send(sms: Sms): void;
  /** No code can be sent now, to anybody. */
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

/** Posts codes to the hospital's own SMS service; in demo mode they appear on the server's console instead. */
export function createSmsGateway({ webhookUrl, demo, print, warn, now }: Needs): SmsGateway {
  let failedAt: number | null = null;

  async function isTaken(url: string, sms: Sms): Promise<boolean> {
    try {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
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
    const taken = await isTaken(url, sms);
    failedAt = taken ? null : now();
  }

  return {
    send(sms) {
      if (webhookUrl !== null) void post(webhookUrl, sms);
      else if (demo) print(`SMS to ${sms.mobile}: your code is ${sms.code} (${sms.hospital})`);
    },
    isDown() {
      if (webhookUrl === null) return !demo;
      return failedAt !== null && now() - failedAt < downMs;
    },
  };
}
