import { onTestFinished } from 'vitest';

/** Collects the files that the page saves; jsdom neither has object addresses nor follows a link. */
export function downloads() {
  const files: { readonly name: string; readonly content: Promise<string> }[] = [];
  const contents: Promise<string>[] = [];
  const before = { create: URL.createObjectURL, revoke: URL.revokeObjectURL, click: HTMLAnchorElement.prototype.click };
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) contents.push(blob.text());
    return 'blob:test';
  };
  URL.revokeObjectURL = () => {};
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    files.push({ name: this.download, content: contents.at(-1) ?? Promise.resolve('') });
  };
  onTestFinished(() => {
    URL.createObjectURL = before.create;
    URL.revokeObjectURL = before.revoke;
    HTMLAnchorElement.prototype.click = before.click;
  });
  return files;
}
