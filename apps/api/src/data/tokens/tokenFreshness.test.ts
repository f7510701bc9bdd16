import { chains } from "@portico/evm";
import type { TokenNews } from "@portico/store";
import { expect, test, vi } from "vitest";
import { createTokenFreshness } from "./tokenFreshness.ts";

const ONE = "0x0000000000000000000000000000000000000001";
const TWO = "0x0000000000000000000000000000000000000002";

/** A table that records its reads, and waits for permission. */
function createSlowTable() {
  const requested: TokenNews[] = [];
  let gate = Promise.withResolvers<void>();
  const refresh = async (news: TokenNews) => {
    requested.push(news);
    await gate.promise;
  };
  const release = (failure?: Error) => {
    const before = gate;
    gate = Promise.withResolvers<void>();
    if (failure === undefined) before.resolve();
    else before.reject(failure);
  };
  return { requested, refresh, release };
}

test("after missed notifications every chain is read, and ready waits for that", async () => {
  const table = createSlowTable();
  const freshness = createTokenFreshness(table, { onError: () => undefined });
  freshness.onNotify(undefined);
  const isReady = vi.fn<() => void>();
  void freshness.ready().then(isReady);
  for (const { slug } of chains) {
    await vi.waitFor(() => expect(table.requested.at(-1)).toEqual({ chain: slug, addresses: undefined }), {
      interval: 1,
    });
    expect(isReady).not.toHaveBeenCalled();
    table.release();
  }
  await vi.waitFor(() => expect(isReady).toHaveBeenCalled());
  expect(table.requested).toHaveLength(chains.length);
});

test("tokens notified during a read are read right after it, each once", async () => {
  const table = createSlowTable();
  const freshness = createTokenFreshness(table, { onError: () => undefined });
  freshness.onNotify(`eth ${ONE.slice(2)}`);
  for (const word of [ONE, TWO, ONE]) freshness.onNotify(`eth ${word.slice(2)}`);
  table.release();
  await vi.waitFor(() => expect(table.requested).toHaveLength(2));
  table.release();
  await freshness.ready();
  expect(table.requested).toEqual([
    { chain: "eth", addresses: [ONE] },
    { chain: "eth", addresses: [ONE, TWO] },
  ]);
});

test("a failed read is reported, and retried together with later notifications", async () => {
  const table = createSlowTable();
  const onError = vi.fn<(error: unknown) => void>();
  const freshness = createTokenFreshness(table, { onError });
  freshness.onNotify(`eth ${ONE.slice(2)}`);
  const ready = freshness.ready();
  table.release(new Error("away"));
  await expect(ready).rejects.toThrow("away");
  freshness.onNotify(`eth ${TWO.slice(2)}`);
  await vi.waitFor(() => expect(table.requested).toHaveLength(2));
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: "away" }));
  expect(new Set(table.requested[1]?.addresses)).toEqual(new Set([ONE, TWO]));
  table.release();
  freshness.stop();
});
