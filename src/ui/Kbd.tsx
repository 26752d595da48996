/** A keyboard shortcut, such as "Alt+J". */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <>
      {keys.split('+').map((key) => (
        <kbd key={key} className="ui-kbd">
          {key}
        </kbd>
      ))}
    </>
  );
}
