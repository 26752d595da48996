import { reasonOf } from './startFailure.ts';

/** A code on its way to a phone. */
export type Sms = { mobile: string; code: string; scene: number; hospital: string };

/** Carries codes to phones. False means that it could not be handed over. */
export type SmsGateway = { send(sms: Sms): Promise<boolean> };

type Needs = {
  webhookUrl: string | null;
  demo: boolean;
  print: (line: string) => void;
  warn: (what: string, fields: Record<string, unknown>) => void;
};

/** Posts codes to the hospital's own SMS service; in demo mode they appear on the server's console instead. */
export function createSmsGateway({ webhookUrl, demo, print, warn }: Needs): SmsGateway {
  async function post(url: string, sms: Sms): Promise<boolean> {
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
      warn('the SMS service cannot be reached', { reason: reasonOf(cause) });
      return false;
    }
  }

  return {
    async send(sms) {
      if (webhookUrl !== null) return post(webhookUrl, sms);
      if (demo) print(`SMS to ${sms.mobile}: your code is ${sms.code} (${sms.hospital})`);
      else warn('no SMS service is set: give SMS_WEBHOOK_URL', {});
      return demo;
    },
  };
}
