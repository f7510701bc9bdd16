/**
 * History, explanations and simulations: the service's responses against the chain's blocks and the intended actions.
 */
import { DISPERSER, MARKETPLACE, PERMIT2_SPENDER } from "@portico/devnet";
import { expect, test } from "vitest";
import { readChains } from "./chainTruth.ts";
import { compareActions } from "./compareActions.ts";
import { compareHistory, type PastWorld, readPast } from "./compareHistory.ts";
import { comparePreExec } from "./comparePreExec.ts";
import { compareUntilEqual } from "./comparison.ts";
import type { RunningService } from "./runService.ts";

/** One of each kind of transfer, approval and failure; the long tests cover all of them. */
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

/** Tests on a given service whose devnet records actions; the last test mines further blocks. */
export function testTransactions(getService: () => RunningService): void {
  let world: PastWorld;

  test("history matches the chain: each transaction once, in order, to the base unit", async () => {
    const service = getService();
    await service.catchUp();
    await service.writePoints();
    world = await readPast(await readChains(service.devnet));
    const others = [DISPERSER, MARKETPLACE, PERMIT2_SPENDER.eth];
    const { compared, differences } = await compareUntilEqual(() => compareHistory(service, world, others));
    console.log(`${compared} history values, ${differences.length} differ`);
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(1_000);
  });

  test("each of the scenario's transactions is explained and named as intended", async () => {
    const service = getService();
    const { compared, differences } = await compareActions(service, world, { each: 1, isNamed: isSmall(service) });
    console.log(`${compared} action values, ${differences.length} differ`);
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(300);
  });

  test("the simulation of a transaction matches its result", async () => {
    const { count, compared, differences } = await comparePreExec(getService(), "eth", { kinds: KINDS, max: 1 });
    console.log(`${count} transactions simulated, ${compared} values, ${differences.length} differ`);
    expect(differences).toEqual([]);
    expect(count).toBeGreaterThan(KINDS.length);
  });
}

/** The treasury and the oracle send hundreds of transactions in a second, so their pages are long. */
const isSmall =
  ({ devnet }: RunningService) =>
  (from: string): boolean =>
    devnet.users.some((user) => user.toLowerCase() === from.toLowerCase());
