import type { CSSProperties } from 'react';
import './small.css';

type AvatarTextProps = { readonly name: string; readonly picture?: string | null; readonly size?: 'sm' | 'md' };

/** A person's picture, or the first letter of the name. Decoration: the name stands beside it. */
export function AvatarText({ name, picture = null, size = 'md' }: AvatarTextProps) {
  return (
    <span className="ui-avatar" data-size={size} aria-hidden="true">
      {picture ? <img src={picture} alt="" loading="lazy" /> : [...name.trim()][0]?.toUpperCase()}
    </span>
  );
}

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
