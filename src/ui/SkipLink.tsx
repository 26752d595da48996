/** The first stop of the Tab key: past the navigation, to what the screen is for. */
export function SkipLink({ to, label }: { readonly to: string; readonly label: string }) {
  return (
    <a className="ui-skip" href={`#${to}`}>
      {label}
    </a>
  );
}
