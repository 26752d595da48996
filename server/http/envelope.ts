import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Code } from '../../contract/envelope.ts';
import type { Language } from '../accounts/caller.ts';
import { faultOf, type Log } from '../log.ts';
import { createContext, runInContext } from '../observe/context.ts';
import { messageOf } from './messages.ts';
import { languageOf, routeOf } from './request.ts';
import type { Wording } from './wordings.ts';

/** The shape of every answer under the API prefix. */
export const envelope = (code: Code, msg: string, data: unknown = null) => ({ code, msg, data });

/** A refusal with its message in the reader's language. */
export const refusalEnvelope = (
  { code, wording = null, data }: { code: Code; wording?: Wording | null; data: unknown },
  language: Language,
) => envelope(code, messageOf(code, wording, data, language), data);

type Failure = { code: Code; wording: Wording | null; data: null };

const failure = (code: Code, wording: Wording | null = null): Failure => ({ code, wording, data: null });

/** Business codes for what fails before a handler runs. */
function failureOf({ code, statusCode = 500 }: FastifyError): Failure {
  if (statusCode === 429) return failure(Code.tooManyRequests);
  if (statusCode === 404) return failure(Code.notFound);
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
    if (found.code === Code.serverError) runInContext(request.observed ?? createContext(request.id, null, null), write);
    return reply.code(200).send(refusalEnvelope(found, languageOf(request)));
  };
}

/** Answers a call that is not an operation of the contract. */
export const answerUnknown = (request: FastifyRequest, reply: FastifyReply) => {
  request.code = Code.notFound;
  return reply.code(200).send(refusalEnvelope(failure(Code.notFound), languageOf(request)));
};
