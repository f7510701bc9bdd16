/**
 * Shortens an address for the eye: `0xd8da…6045`. Anybody can make an address with the same ends: never let somebody
 * choose or trust one by this, and keep the whole one at hand (title, copy).
 */
export const shortAddress = (address: string): string =>
  address.length > 10 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
