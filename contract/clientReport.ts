import * as z from 'zod/mini';

/** The addresses of the workstation's screens. Others are reported as `other`, because a person may have typed them. */
export const reportedRoutes = [
  '/',
  '/cloudRoom',
  '/cloudRoom/detail',
  '/cloudRoom/detail1',
  '/orderRecord',
  '/orderRecord/detail',
  '/prescriptionRecord',
  '/serviceSetup',
  '/workforceManagement',
  '/prescriptionTask',
  '/prescriptionReview',
  '/myAuditRecord',
  '/personalData',
  '/administration/*',
  '/login',
  'other',
] as const;

/** A position in a file of our own build. */
const Frame = z.object({
  file: z.string().check(z.regex(/^[\w-]{1,60}\.js$/)),
  line: z.number().check(z.int(), z.minimum(0), z.maximum(10_000_000)),
  column: z.number().check(z.int(), z.minimum(0), z.maximum(10_000_000)),
});

/**
 * An error in a browser, as the workstation reports it: where in the code, and never a message, an address or a text. The
 * platform refuses every field that is not of these forms, because the call is open to anybody.
 */
export const ClientReport = z.object({
  /** How the error was found: in a screen, uncaught, a rejected promise, or noted by a part that goes on without. */
  kind: z.enum(['screen', 'uncaught', 'rejection', 'noted']),
  name: z.string().check(z.regex(/^([A-Z][A-Za-z]{0,40})?(Error|Exception)$/)),
  frames: z.array(Frame).check(z.maxLength(10)),
  route: z.enum(reportedRoutes),
  /** The build, by the hash in the name of its first file. */
  release: z.string().check(z.regex(/^([\w-]{8}|none)$/)),
  /** The state of the session's machine, such as `active.usable`. */
  state: z.string().check(z.regex(/^([a-z][A-Za-z]{0,30}(\.[a-z][A-Za-z]{0,30}){0,5})?$/)),
});
export type ClientReport = z.infer<typeof ClientReport>;
