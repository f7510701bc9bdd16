const KEY = "portico:looked-at";
const MAX = 5;
const ADDRESS = /^0x[0-9a-f]{40}$/;

/** Addresses visited in this browser, most recent first. They are not sent anywhere. */
export function readRecent(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((one): one is string => typeof one === "string" && ADDRESS.test(one)).slice(0, MAX);
  } catch {
    return []; // no storage, or someone else's data
  }
}

export const addRecent = (address: string): void =>
  write([address, ...readRecent().filter((one) => one !== address)].slice(0, MAX));

export const clearRecent = (): void => write([]);

function write(addresses: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(addresses));
  } catch {
    // without storage there are no recent addresses
  }
}
