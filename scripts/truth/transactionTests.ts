/** What happened, and what would: the service's answers against the chain's blocks and what everybody meant to do. */
import { DISPERSER, MARKETPLACE, PERMIT2_SPENDER } from "@portico/pocket";
import { expect, test } from "vitest";
import { askChains } from "./chainTruth.ts";
import { compareDeeds } from "./compareDeeds.ts";
import { compareHistory, type PastWorld, readPast } from "./compareHistory.ts";
import { comparePreExec } from "./comparePreExec.ts";
import { compareUntilEqual } from "./comparison.ts";
import type { RunningService } from "./runService.ts";

/** One of each way in which things move, are allowed, and fail; the long tests have all of them. */
const KINDS = [
  "transfer native",
  "transfer token",
  "transfer too much",
  "disperse coins",
  "pay from a wallet",
  "launch a firework",
  "pay in vain",
  "wrap",
  "trade on V2",
  "trade on V3",
  "add to V2",
  "mint a V3 position",
  "supply to Aave",
  "stake coins",
  "approve by Permit2",
  "spend an allowance",
  "send an ERC-721 token",
  "send ERC-1155 tokens",
  "buy an ERC-721 token",
];

/** Tests on a service that somebody else starts, with a pocket that keeps deeds; the last of them lets its chain go on. */
export function testTransactions(getService: () => RunningService): void {
  let world: PastWorld;

  test("history is what happened: each transaction once, in order, to the last unit", async () => {
    const service = getService();
    await service.catchUp();
    await service.writePoints();
    world = await readPast(await askChains(service.pocket));
    const others = [DISPERSER, MARKETPLACE, PERMIT2_SPENDER.eth];
    const { compared, differences } = await compareUntilEqual(() => compareHistory(service, world, others), 5_000);
    console.log(`${compared} facts of history, ${differences.length} differ`);
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(1_000);
  });

  test("each of the scenario's transactions is explained and named as what it was meant to be", async () => {
    const service = getService();
    const { compared, differences } = await compareDeeds(service, world, { each: 1, isNamed: isSmall(service) });
    console.log(`${compared} facts of deeds, ${differences.length} differ`);
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(300);
  });

  test("what is foretold of a transaction is what happens when it is sent", async () => {
    const { count, compared, differences } = await comparePreExec(getService(), "eth", { kinds: KINDS, most: 1 });
    console.log(`${count} transactions foretold, ${compared} facts, ${differences.length} differ`);
    expect(differences).toEqual([]);
    expect(count).toBeGreaterThan(KINDS.length);
  });
}

/** The treasury and the oracle send hundreds of transactions in a second, so that their pages are long. */
const isSmall =
  ({ pocket }: RunningService) =>
  (from: string): boolean =>
    pocket.people.some((person) => person.toLowerCase() === from.toLowerCase());
