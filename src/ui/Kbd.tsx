import { Kbd as ChakraKbd } from '@chakra-ui/react/kbd';

/** Keys to press, "Alt+J". */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <>
      {keys.split('+').map((key) => (
        <ChakraKbd key={key} className="ui-kbd" size="sm" colorPalette="gray" fontFamily="inherit" wordSpacing="normal">
          {key}
        </ChakraKbd>
      ))}
    </>
  );
}
