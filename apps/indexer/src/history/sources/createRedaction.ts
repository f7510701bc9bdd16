/** Length from which a value of a URL's query, or a part of its path, may be a key. */
const MIN_KEY = 6;
const MIN_PATH_KEY = 12;
const MAX_TEXT = 200;

/** @returns a function that removes a URL's keys, in its query or path, from a text, and shortens it. */
export function createRedaction(url: URL): (text: string) => string {
  const parts = url.pathname.split("/").filter((part) => part.length >= MIN_PATH_KEY);
  const values = [...url.searchParams.values()].filter((value) => value.length >= MIN_KEY);
  const secrets = [...parts, ...values, ...values.map(encodeURIComponent)].toSorted((a, b) => b.length - a.length);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), text).slice(0, MAX_TEXT);
}
