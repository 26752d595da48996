import type { CSSProperties } from 'react';
import './small.css';

type Props = {
  readonly name: string;
  /** What tells two people of one name apart: sex, age. */
  readonly detail: string;
  /** 1 to 8: the colour that marks everything of this person; null for none. */
  readonly colour: number | null;
};

/** Who this is about, with their colour bar. */
export function PersonTag({ name, detail, colour }: Props) {
  const bar = colour === null ? {} : { '--bar': `var(--chakra-colors-patient-${colour})` };
  return (
    <span className="ui-person" style={bar as CSSProperties}>
      <strong>{name}</strong>
      <span>{detail}</span>
    </span>
  );
}
