import type { Sealed } from './sealed.ts';

/** What the vault can hold. */
export const kinds = ['outgoing', 'draft', 'desk', 'upload', 'uploadBytes'] as const;
export type Kind = (typeof kinds)[number];

/** What is to stand in one place; null: nothing any more. */
export type Change = { readonly kind: Kind; readonly id: string; readonly sealed: Sealed | null };

/** Changes that happen together or not at all. `changes` is null until all of them are sealed. */
export type Stroke = { readonly order: number; readonly places: readonly string[]; changes: readonly Change[] | null };

export const placeOf = ({ kind, id }: Pick<Change, 'kind' | 'id'>) => `${kind}|${id}`;

/**
 * Everything that was asked for and is not on the disk yet. Strokes may be sealed in another order than they were asked
 * for in; what was asked for last stands.
 */
export function openStrokes() {
  let asked = 0;
  const open = new Set<Stroke>();
  /** The last stroke that the storage was given for a place. */
  const given = new Map<string, number>();
  let waiting: (() => void)[] = [];
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const tell = () => {
    const told = waiting;
    waiting = [];
    for (const one of told) one();
  };
  const openAt = (place: string) => [...open].filter(({ places }) => places.includes(place));

  return {
    ask(places: readonly string[]): Stroke {
      asked += 1;
      const stroke: Stroke = { order: asked, places, changes: null };
      open.add(stroke);
      return stroke;
    },
    sealed(stroke: Stroke, changes: readonly Change[]) {
      stroke.changes = changes;
      tell();
    },
    /**
     * A text that is typed faster than the disk takes it: a version waits until the one before it is written. False as
     * soon as a newer one waits behind it. Strokes of several places wait for nothing.
     */
    async turn({ order, places }: Stroke): Promise<boolean> {
      const [place = ''] = places;
      const versions = () => openAt(place).filter((one) => one.places.length === 1);
      const before = versions().find((one) => one.order < order && given.get(place) === one.order);
      if (places.length > 1 || !before) return true;
      const isOvertaken = () => versions().some((one) => one.order > order && one.changes !== null);
      await until(() => isOvertaken() || !open.has(before));
      return !isOvertaken();
    },
    /** What the storage is to be given now: the changes of places where nothing later stands. */
    give({ order, changes }: Stroke): readonly Change[] {
      const standing = (changes ?? []).filter((change) => (given.get(placeOf(change)) ?? 0) < order);
      for (const change of standing) given.set(placeOf(change), order);
      return standing;
    },
    end(stroke: Stroke) {
      open.delete(stroke);
      for (const place of stroke.places) if (openAt(place).length === 0) given.delete(place);
      tell();
    },
    /** What would be lost if the page went now: the last of each place. What is not sealed yet is not in it. */
    unfinished(): readonly Change[] {
      const changes = [...open].flatMap((stroke) => stroke.changes ?? []);
      return [...new Map(changes.map((change) => [placeOf(change), change])).values()];
    },
    idle: () => until(() => open.size === 0),
  };
}
