import * as z from 'zod/mini';
import { Envelope, isSuccess } from '../contract/envelope.ts';
import type { InputOf, Operation, ReplyOf } from '../contract/operation.ts';

/** The platform refused the call, with its business code. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

type Connection = {
  readonly url: string;
  readonly hospitalId: string;
  readonly language: string;
  readonly token: () => string | null;
};

const bare = (url: string) => url.replace(/\/$/, '');

/** The platform's calls as a patient's phone makes them. */
export function calls({ url, hospitalId, language, token }: Connection) {
  const headers = (): Record<string, string> => {
    const current = token();
    return {
      'tenant-id': hospitalId,
      'accept-language': language,
      ...(current ? { authorization: `Bearer ${current}` } : {}),
    };
  };
  const read = async <O extends Operation>(operation: O, reply: Response): Promise<ReplyOf<O>> => {
    const { code, msg, data } = Envelope.parse(await reply.json());
    if (!isSuccess(code)) throw new Refused(code, msg, data);
    return z.parse(operation.reply, data) as ReplyOf<O>;
  };
  return {
    async call<O extends Operation>(operation: O, input: InputOf<O>): Promise<ReplyOf<O>> {
      const isGet = operation.method === 'GET';
      const search = isGet ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
      const reply = await fetch(`${bare(url)}/api${operation.path}${search}`, {
        method: operation.method,
        headers: { ...headers(), ...(isGet ? {} : { 'content-type': 'application/json' }) },
        ...(isGet ? {} : { body: JSON.stringify(input) }),
      });
      return read(operation, reply);
    },
    async upload<O extends Operation>(operation: O, file: Blob, name: string): Promise<ReplyOf<O>> {
      const form = new FormData();
      form.append('file', file, name);
      const reply = await fetch(`${bare(url)}/api${operation.path}`, {
        method: 'POST',
        headers: headers(),
        body: form,
      });
      return read(operation, reply);
    },
  };
}

export type Calls = ReturnType<typeof calls>;
