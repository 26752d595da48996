import { and, desc, eq } from 'drizzle-orm';
import type { Socket } from 'socket.io-client';
import { type ClientEventName, clientEvents } from '../../contract/socket.ts';
import { imEvent } from '../../server/db/schema/messages.ts';
import { examplesOf } from './callInputs.ts';
import { comparable, foreignFor, missingFor, namesObject, type Role } from './foreignObjects.ts';
import type { ForeignWorld } from './foreignWorld.ts';
import { type IdPlace, idLabels, idPlaces, withPlace } from './idFields.ts';
import { newMessageId } from './messageId.ts';

const names = Object.keys(clientEvents) as ClientEventName[];

/** The labels of all places of all events that name an object. */
export const labelsOfEvents = (): string[] =>
  names.flatMap((name) => idLabels(clientEvents[name], 'event').map((label) => `${name} ${label}`)).filter(namesObject);

/** The events that a person may send about their own objects. */
async function examplesFor({ db, own, others, urls, world, messagesWith }: ForeignWorld, role: Role) {
  const conversationId = String(own[role].conversationId ?? world.conversationId);
  const inIt = and(eq(imEvent.conversationId, conversationId), eq(imEvent.kind, 'message'));
  const [message] = await db.select({ id: imEvent.id }).from(imEvent).where(inIt).orderBy(desc(imEvent.id)).limit(1);
  const known: Record<string, unknown> = {
    messageId: message?.id,
    prescriptionId: own[role].prescriptionId ?? others.prescription,
    type: 101,
    content: JSON.stringify({ content: 'words' }),
  };
  return (name: ClientEventName) => {
    const examples = examplesOf(clientEvents[name], (path) =>
      path.at(-1) === 'clientMessageId' ? newMessageId() : (known[String(path.at(-1))] ?? conversationId),
    );
    const messages = name === 'message:send' ? messagesWith(urls[role]) : [];
    return [...examples, ...messages.map((message) => ({ ...examples[0], ...message }))];
  };
}

/** Names a foreign object in each place of each event; the answers that differ from that for a missing object. */
export async function swapInEvents(hospital: ForeignWorld, role: Role, link: Socket) {
  const different: string[] = [];
  const swapped: string[] = [];
  const examples = await examplesFor(hospital, role);
  for (const name of names) {
    const answered = async (n: number, place: IdPlace, put: string | number) => {
      const answer: unknown = await link.timeout(10_000).emitWithAck(name, withPlace(examples(name)[n], place, put));
      return comparable(JSON.stringify(answer), put);
    };
    for (const [n, example] of examples(name).entries())
      for (const place of idPlaces(clientEvents[name], 'event', example)) {
        const label = `${name} ${place.label}`;
        const missing = namesObject(label) ? missingFor(place) : null;
        if (missing === null) continue;
        const expected = await answered(n, place, missing);
        for (const [whose, put] of foreignFor(role, { ...place, label }, hospital.others)) {
          swapped.push(label);
          const answer = await answered(n, place, put);
          if (answer !== expected) different.push(`${label} ${whose}: ${answer}, not ${expected}`);
        }
      }
  }
  return { different, swapped };
}
