import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Code } from '../../contract/envelope.ts';
import { RetryLater } from '../../contract/http/auth.ts';
import type { Language } from '../accounts/caller.ts';
import { outageOf } from '../db/outage.ts';
import { faultOf, type Log } from '../log.ts';
import { createContext, runInContext } from '../observe/context.ts';
import { messageOf } from './messages.ts';
import { languageOf, routeOf } from './request.ts';
import type { Wording } from './wordings.ts';

/** The shape of every answer under the API prefix. */
export const envelope = (code: Code, msg: string, data: unknown = null) => ({ code, msg, data });

type Refusal = { code: Code; wording?: Wording | null; data: unknown };

/** A refusal with its message in the reader's language. */
export const refusalEnvelope = ({ code, wording = null, data }: Refusal, language: Language) =>
  envelope(code, messageOf(code, wording, data, language), data);

const minuteS = 60;

/** Seconds until a call that was refused as too frequent may be repeated; null for other refusals. */
function retryAfterOf({ code, wording, data }: Refusal): number | null {
  if (code !== Code.tooManyRequests && code !== Code.smsTooFrequent) return null;
  const later = RetryLater.safeParse(data);
  if (later.success) return Math.ceil(later.data.retryAfterMs / 1_000);
  // Refusals with a wording of their own are about a full list, which waiting does not empty.
  return wording ? null : minuteS;
}

/** Answers a refusal. When waiting helps, `Retry-After` says how long. */
export function answerRefusal(reply: FastifyReply, refusal: Refusal, language: Language) {
  const seconds = retryAfterOf(refusal);
  if (seconds !== null) reply.header('retry-after', seconds);
  return refusalEnvelope(refusal, language);
}

type Failure = { code: Code; wording: Wording | null; data: null };

const failure = (code: Code, wording: Wording | null = null): Failure => ({ code, wording, data: null });

/** Business codes for what fails before a handler runs. */
function failureOf(error: FastifyError): Failure {
  const { code, statusCode = 500 } = error;
  if (statusCode === 429) return failure(Code.tooManyRequests);
  if (statusCode === 404) return failure(Code.notFound);
  const outage = statusCode >= 500 ? outageOf(error) : null;
  if (outage === 'full') return failure(Code.storageFull);
  if (outage === 'storageSlow') return failure(Code.unavailable, 'storageSlow');
  if (outage === 'unavailable') return failure(Code.unavailable);
  if (statusCode >= 500) return failure(Code.serverError);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return failure(Code.badRequest, 'bodyTooLarge');
  if (code === 'FST_REQ_FILE_TOO_LARGE') return failure(Code.fileTooLarge);
  return failure(Code.badRequest, 'bodyUnreadable');
}

/** Answers every failure in the envelope. Faults of the platform are logged, and their cause is not shown. */
export function answerFailure(log: Log) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const found = failureOf(error);
    request.code = found.code;
    const write = () => log.error('request failed', { ...faultOf(error), ...routeOf(request) });
    if (found.code >= Code.serverError && found.code < 600)
      runInContext(request.observed ?? createContext(request.id, null, null), write);
    return reply.code(200).send(refusalEnvelope(found, languageOf(request)));
  };
}

/** Answers a call that is not an operation of the contract. */
export const answerUnknown = (request: FastifyRequest, reply: FastifyReply) => {
  request.code = Code.notFound;
  return reply.code(200).send(refusalEnvelope(failure(Code.notFound), languageOf(request)));
};
