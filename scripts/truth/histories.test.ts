/** Owners who are followed from their first request on, and whose history is collected, beside a full index of the same chain. */
import type { Address } from "viem";
import { expect, onTestFinished, test } from "vitest";
import { compareAnswers } from "./compareAnswers.ts";
import { runService } from "./runService.ts";
import { untilCollected } from "./untilCollected.ts";

test("all that is answered about an owner is what a full index answers", async () => {
  const chains = ["eth"] as const;
  const full = await runService(81, { people: 8, transactions: 200 }, { chains });
  onTestFinished(full.stop);
  const { devnet } = full;
  const partial = await runService(81, {}, { chains, devnet, owners: {} });
  onTestFinished(partial.stop);
  const owners = devnet.users.slice(0, 3).map((owner) => owner.toLowerCase() as Address);
  await compareAnswers(full, partial, owners); // requests them
  await untilCollected(partial.db, owners.length);
  await Promise.all([full.waitForTokenMetadata(), partial.waitForTokenMetadata()]);
  const { compared, differences } = await compareAnswers(full, partial, owners);
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(8_000);
});
