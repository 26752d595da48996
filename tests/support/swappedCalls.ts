import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../../contract/operation.ts';
import type { Inputs } from './foreignInputs.ts';
import { comparable, foreignFor, missingFor, namesObject, type Role } from './foreignObjects.ts';
import type { ForeignWorld } from './foreignWorld.ts';
import { type IdPlace, idLabels, idPlaces, withPlace } from './idFields.ts';

/** Calls that only read, whose examples must be accepted, so that an answer for a foreign object says something. */
const reads =
  /^((get|list|search|find|query|pull|check|screen|page)[A-Z]|.*(Detail|List|History|Versions|Records|Context|Record|Statistics|Sessions|Progress)$|signFile)/;

/** The labels of all places of a call that name an object. */
export const labelsOf = (name: string, { query, body }: Operation): string[] =>
  [...idLabels(query, 'query'), ...idLabels(body, 'body')].map((label) => `${name} ${label}`).filter(namesObject);

/** The places of an example of a call that name an object. */
const placesOf = (name: string, operation: Operation, input: Inputs): IdPlace[] =>
  (['query', 'body'] as const)
    .flatMap((part) =>
      idPlaces(operation[part], part, input[part]).map(({ label, path, ...place }) => ({
        ...place,
        label: `${name} ${label}`,
        path: [part, ...path],
      })),
    )
    .filter(({ label }) => namesObject(label));

/** An example with names of objects that do not exist. */
export const withoutObjects = (name: string, operation: Operation, input: Inputs): Inputs =>
  placesOf(name, operation, input).reduce<unknown>((changed, place) => {
    const missing = place.field === 'uploadId' ? crypto.randomUUID() : missingFor(place);
    return missing === null ? changed : withPlace(changed, place, missing);
  }, input) as Inputs;

/** The answers that differ from that for a missing object, the labels that were swapped, and the refused examples. */
export type Swapped = { different: string[]; swapped: string[]; refused: string[] };

/** Names a foreign object in each place of each example of a call. `versions` has the new versions of saved objects. */
export async function swapInCall(
  { inputsOf, send, tokens, world, others, foreignUploads }: ForeignWorld,
  [role, name, operation]: readonly [Role, string, Operation],
  versions: Map<unknown, number>,
): Promise<Swapped> {
  const found: Swapped = { different: [], swapped: [], refused: [] };
  const token = name === 'endSession' && role === 'doctor' ? world.leaving : tokens[role];

  async function answered(n: number, place: IdPlace, put: string | number): Promise<string> {
    // Examples are made anew, because some requests may be made only once.
    const { query, body } = withPlace(inputsOf(role, name, operation)[n], place, put) as Inputs;
    const version = versions.get(body.id) ?? body.version;
    const answer = await send(operation, { query, body: version === undefined ? body : { ...body, version } }, token);
    const { code, data } = JSON.parse(answer) as { code?: number; data?: { version?: number } | null };
    if (code === 200 && typeof data?.version === 'number' && body.id !== put) versions.set(body.id, data.version);
    return comparable(answer, put);
  }
  function compare({ label }: IdPlace, whose: string, answer: string, expected: string) {
    found.swapped.push(label);
    if (answer === expected) return;
    found.different.push(`${role} ${label} ${whose}: ${answer.slice(0, 200)}, not ${expected.slice(0, 200)}`);
  }
  async function swapUpload(n: number, place: IdPlace) {
    const expected = await answered(n, place, crypto.randomUUID());
    for (const { whose, uploadId, progress } of await foreignUploads(role)) {
      const before = await progress();
      compare(place, whose, await answered(n, place, uploadId), expected);
      if (!isDeepStrictEqual(await progress(), before))
        found.different.push(`${role} ${name} changed ${whose}'s upload`);
    }
  }

  for (const [n, example] of inputsOf(role, name, operation).entries()) {
    const places = placesOf(name, operation, example);
    if (places.length > 0 && reads.test(name)) {
      const answer = await send(operation, example, token);
      if (!answer.startsWith('{"code":200,')) found.refused.push(`${role} ${name}: ${answer.slice(0, 200)}`);
    }
    for (const place of places) {
      const missing = missingFor(place);
      if (place.field === 'uploadId') await swapUpload(n, place);
      else if (missing !== null) {
        const expected = await answered(n, place, missing);
        for (const [whose, put] of foreignFor(role, place, others))
          compare(place, whose, await answered(n, place, put), expected);
      }
    }
  }
  return found;
}
