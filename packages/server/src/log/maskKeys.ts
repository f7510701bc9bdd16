/** A path in which somebody put an access key, without it. */
export const maskKeys = (path: string): string => (path.includes("pk_") ? path.replaceAll(/pk_\w+/g, "pk_…") : path);
