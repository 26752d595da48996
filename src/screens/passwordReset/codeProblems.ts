import { codeProblem, mobileProblem } from '../../domain/credentials.ts';
import { type Problems, problem } from '../forms/fields.ts';

type Values = { readonly mobile: string; readonly code: string };

/** What keeps a mobile number and the code sent to it from being sent. */
export function codeProblems({ mobile, code }: Values): Problems<Values> {
  const [wrongMobile, wrongCode] = [mobileProblem(mobile), codeProblem(code)];
  return {
    ...(wrongMobile ? { mobile: problem(`session.login.${wrongMobile}`) } : {}),
    ...(wrongCode ? { code: problem(`session.login.${wrongCode}`) } : {}),
  };
}
