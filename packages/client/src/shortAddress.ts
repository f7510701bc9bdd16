/**
 * Shortens an address for display: `0xd8da…6045`. Anybody can create an address with the same ends: never let a user
 * choose or trust one by this, and show the whole one too (title, copy).
 */
export const shortAddress = (address: string): string =>
  address.length > 10 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
