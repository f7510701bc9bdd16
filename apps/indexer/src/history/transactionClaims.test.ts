import type { Hash } from "@portico/evm";
import { expect, test } from "vitest";
import { createTransactionClaims } from "./transactionClaims.ts";

const [A, B, C] = ["a", "b", "c"].map((digit): Hash => `0x${digit.repeat(64)}`) as [Hash, Hash, Hash];

test("a step waits for the transactions that earlier ones are reading, and for no others", async () => {
  const claims = createTransactionClaims();
  const claim = (hashes: readonly Hash[]) => claims.claim(hashes);
  const order: string[] = [];
  const note = (name: string, { ready }: { ready: Promise<void> }): Promise<void> =>
    ready.then(() => void order.push(name));
  const [first, other, both, last] = [claim([A]), claim([C, C]), claim([A, B]), claim([B])];
  const noted = [note("first", first), note("other", other), note("both", both), note("last", last)];
  await Promise.all(noted.slice(0, 2));
  order.push("released");
  first.release();
  await noted[2];
  order.push("released");
  both.release();
  await noted[3];
  expect(order).toEqual(["first", "other", "released", "both", "released", "last"]);
  last.release();
  await claim([A, B]).ready;
});
