import {
  unwrapPositions,
  type openContext,
  type PositionQuery,
  type PositionRecord,
  type Unwrapping,
} from "@portico/protocols";

/** One protocol's result for one owner. @throws the adapter's error: see isNodeFault of @portico/evm. */
export async function readRecord(
  { deployed, ...owned }: PositionQuery,
  context: ReturnType<typeof openContext>,
  unwrapping: Unwrapping,
): Promise<PositionRecord> {
  const { adapter } = deployed;
  const whole = { ...context, ...owned };
  const [found = [], accounts = []] = await Promise.all([
    adapter.listPositions?.(whole),
    adapter.listAccounts?.(whole),
  ]);
  return toLowerAddresses({ positions: await unwrapPositions(found, unwrapping), accounts });
}

/** Tokens are found by lower-case address; contracts, and so adapters, may return another spelling. */
function toLowerAddresses<T>(value: T): T {
  // oxlint-disable typescript/no-unsafe-type-assertion -- the same shape
  if (typeof value === "string") return (/^0x[0-9a-f]{40}$/i.test(value) ? value.toLowerCase() : value) as T;
  if (Array.isArray(value)) return value.map(toLowerAddresses) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toLowerAddresses(part)])) as T;
  // oxlint-enable typescript/no-unsafe-type-assertion
}
