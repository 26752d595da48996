export function markerOf(folder: string): string;
export function isCreated(folder: string): boolean;
