import type { CSSProperties } from 'react';
import './small.css';

type AvatarTextProps = { readonly name: string; readonly picture?: string | null; readonly size?: 'sm' | 'md' };

/** A person's picture or the first letter of the name; decorative, because the name is beside it. */
export function AvatarText({ name, picture = null, size = 'md' }: AvatarTextProps) {
  return (
    <span className="ui-avatar" data-size={size} aria-hidden="true">
      {picture ? <img src={picture} alt="" loading="lazy" /> : [...name.trim()][0]?.toUpperCase()}
    </span>
  );
}

type Props = {
  readonly name: string;
  /** Distinguishes people of the same name: sex and age. */
  readonly detail: string;
  /** Colour 1 to 8 of the patient, or null for none. */
  readonly colour: number | null;
};

/** Name and detail of a patient, with the patient's colour bar. */
export function PersonTag({ name, detail, colour }: Props) {
  const bar = colour === null ? {} : { '--bar': `var(--chakra-colors-patient-${colour})` };
  return (
    <span className="ui-person" style={bar as CSSProperties}>
      <strong>{name}</strong>
      <span>{detail}</span>
    </span>
  );
}
