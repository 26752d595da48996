import type { FormEvent } from 'react';

/**
 * The texts of a form's fields by name at the time of its submission, read from the page: password managers and automatic
 * filling may set them without an event.
 */
export function typedIn({ currentTarget }: FormEvent<HTMLFormElement>): (name: string) => string {
  const fields = new FormData(currentTarget);
  return (name) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
}
