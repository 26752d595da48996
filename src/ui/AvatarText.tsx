import './small.css';

type Props = { readonly name: string; readonly picture?: string | null; readonly size?: 'sm' | 'md' };

/** A person's picture, or the first letter of the name. Decoration: the name stands beside it. */
export function AvatarText({ name, picture = null, size = 'md' }: Props) {
  return (
    <span className="ui-avatar" data-size={size} aria-hidden="true">
      {picture ? <img src={picture} alt="" loading="lazy" /> : [...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
