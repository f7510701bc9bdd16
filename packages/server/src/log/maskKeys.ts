/** Masks access keys in a path. */
export const maskKeys = (path: string): string => (path.includes("pk_") ? path.replaceAll(/pk_\w+/g, "pk_…") : path);
