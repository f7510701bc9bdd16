import type { openContext, PositionQuery, PositionRecord } from "@portico/protocols";

/** What one protocol says of one owner. @throws what the adapter throws: see isNodeFault of @portico/evm. */
export async function readRecord(
  { deployed, ...facts }: PositionQuery,
  context: ReturnType<typeof openContext>,
): Promise<PositionRecord> {
  const { adapter } = deployed;
  const whole = { ...context, ...facts };
  const [positions = [], accounts = []] = await Promise.all([
    adapter.listPositions?.(whole),
    adapter.listAccounts?.(whole),
  ]);
  return toLowerAddresses({ positions, accounts });
}

/** A token is found by its address in lower case; a contract, and so an adapter, may spell it otherwise. */
function toLowerAddresses<T>(value: T): T {
  // oxlint-disable typescript/no-unsafe-type-assertion -- the same shape
  if (typeof value === "string") return (/^0x[0-9a-f]{40}$/i.test(value) ? value.toLowerCase() : value) as T;
  if (Array.isArray(value)) return value.map(toLowerAddresses) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toLowerAddresses(part)])) as T;
  // oxlint-enable typescript/no-unsafe-type-assertion
}
