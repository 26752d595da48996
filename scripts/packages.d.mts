type Kind = 'dev' | 'peer';

export function isInstalled(folder: string, omit?: readonly Kind[]): boolean;
export function installPackages(folder: string, omit?: readonly Kind[]): Promise<string | null>;
