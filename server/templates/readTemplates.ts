import { Code } from '../../contract/envelope.ts';
import type { getTemplate, listTemplates } from '../../contract/extension/templates.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { diagnosesIn, findVisible, namesIn, ownUseOf, visibleTemplates } from './queries.ts';
import { type TemplateBrief, templatesFor } from './wire.ts';

/** The person's own templates and their department's, last used first, then the latest. */
export async function readTemplates(
  { kind }: RequestOf<typeof listTemplates>,
  { by, store }: CallContext,
): Promise<Outcome<TemplateBrief[]>> {
  const found = await visibleTemplates(store, by, kind);
  const names = await namesIn(
    store,
    found.map(({ row }) => row),
  );
  const { brief } = templatesFor(by, names);
  return done(found.map(({ row, use }) => brief(row, use)));
}

/** One template with its content. */
export async function readTemplate(
  { id }: RequestOf<typeof getTemplate>,
  { by, store }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof getTemplate>>> {
  const row = await findVisible(store, by, id);
  if (!row) return refused(Code.notFound);
  const { brief, content } = templatesFor(by, await namesIn(store, [row]));
  const diagnoses = await diagnosesIn(store, row.content);
  return done({ ...brief(row, await ownUseOf(store, by, row)), content: content(row.content, diagnoses) });
}
