import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noKnowledge, type ProtocolUse } from "../knowledge.ts";
import type { Movement } from "../movement.ts";
import { type Evidence, inferCategory } from "./inferCategory.ts";
import { readIntent } from "./intent.ts";

const owner: Address = "0x00000000000000000000000000000000000000a1";
const pool: Address = "0x00000000000000000000000000000000000000b1";
const bridge: Address = "0x00000000000000000000000000000000000000b2";
const exchange: Address = "0x00000000000000000000000000000000000000b3";
const token: Address = "0x00000000000000000000000000000000000000c1";
const share: Address = "0x00000000000000000000000000000000000000c2";
const art: Address = "0x00000000000000000000000000000000000000c3";
const charity: Address = "0x00000000000000000000000000000000000000b4";
const uses = new Map<Address, ProtocolUse>([
  [charity, "donation"],
  [bridge, "bridge"],
  [exchange, "exchange"],
  [pool, "other"],
]);
const knowledge = { ...noKnowledge("eth"), findUse: (contract: Address) => uses.get(contract) };

const moves = (from: Address, to: Address, of: Address = token): Movement => ({
  kind: "token",
  token: of,
  from,
  to,
  rawAmount: 5n,
});
const movesNft = (from: Address, to: Address): Movement => ({
  kind: "nft",
  contract: art,
  tokenId: 7n,
  isErc1155: false,
  from,
  to,
  rawAmount: 1n,
});
const out = (to: Address, of?: Address) => moves(owner, to, of);
const into = (from: Address, of?: Address) => moves(from, owner, of);
const mint = into(ZERO_ADDRESS, share);
const burn = out(ZERO_ADDRESS, share);

const infer = (name: string, to: Address, movements: Movement[], evidence: Partial<Evidence> = {}) => {
  const intent = readIntent(name);
  return inferCategory(
    {
      owner,
      movements,
      isActive: true,
      isCall: true,
      called: [to],
      isNamed: name !== "" || (evidence.events ?? []).length > 0,
      intents: intent === undefined ? [] : [intent],
      ...evidence,
    },
    knowledge,
  );
};

describe("an active owner", () => {
  test.each<[string, string, Address, Movement[], string]>([
    ["shares for an asset", "join", pool, [out(pool), mint], "deposit"],
    ["shares for an asset, of a nameless function", "", pool, [out(pool), mint], "deposit"],
    ["a minted token of an exchange", "swap", exchange, [out(exchange), mint], "swap"],
    ["a minted token whose contract is paid, by an exchange", "swap", exchange, [out(share), mint], "deposit"],
    ["shares that are staked", "stake", pool, [out(pool), mint], "stake"],
    ["an asset for shares", "exit", pool, [burn, into(pool)], "withdraw"],
    ["an asset for shares that go back to their contract", "go", pool, [out(share, share), into(pool)], "withdraw"],
    ["new shares for old ones", "migrate", pool, [burn, into(ZERO_ADDRESS)], "migrate"],
    ["a token for another", "", pool, [out(pool), into(pool, share)], "swap"],
    ["a token for its staked form", "stake", pool, [out(pool), into(pool, share)], "stake"],
    ["rewards", "getReward", pool, [into(pool)], "claim"],
    ["minted rewards", "claim", pool, [mint], "claim"],
    ["minted tokens", "", pool, [mint], "mint"],
    ["what a known protocol pays", "run", pool, [into(pool)], "claim"],
    ["what it had deposited", "withdraw", pool, [into(pool)], "withdraw"],
    ["a loan", "borrow", pool, [into(pool)], "borrow"],
    ["a deposit without shares", "depositFor", pool, [out(pool)], "lock"],
    ["what goes to a known protocol", "run", pool, [out(pool)], "deposit"],
    ["a renewal", "renew", pool, [out(pool, NATIVE_TOKEN)], "renew"],
    ["a donation", "donate", pool, [out(pool, NATIVE_TOKEN)], "donate"],
    ["what goes to a bridge", "deposit", bridge, [out(bridge)], "bridge_out"],
    ["what comes from a bridge", "finalizeWithdrawal", bridge, [into(bridge)], "bridge_in"],
    ["what goes to a charity", "allocate", charity, [out(charity)], "donate"],
    ["a stake in a bridge's farm", "stake", bridge, [out(bridge)], "stake"],
    ["rewards of a bridge's farm", "getReward", bridge, [into(bridge)], "claim"],
    ["an end of waiting", "finalizeCooldown", pool, [into(pool)], "unstake"],
    ["a vote", "castVote", pool, [], "governance"],
    ["a delegation", "delegate", pool, [], "delegate"],
    ["a name that promises a claim of nothing", "claim", pool, [], ""],
    ["a name that promises a loss", "donate", pool, [into(pool)], "claim"],
    ["a name that promises a gain", "claim", pool, [out(pool)], "deposit"],
    ["a position that is an NFT", "mint", pool, [out(pool), movesNft(ZERO_ADDRESS, owner)], "mint"],
    ["an NFT of locked tokens", "createLock", pool, [out(pool), movesNft(ZERO_ADDRESS, owner)], "lock"],
    ["a staked NFT", "stake", pool, [movesNft(owner, pool)], "stake"],
  ])("%s", (_name, functionName, to, movements, category) => {
    expect(infer(functionName, to, movements)).toBe(category);
  });

  test("of an unknown function and protocol, what a contract pays is a claim; what it gets has no word", () => {
    expect(infer("", token, [into(share)])).toBe("claim");
    expect(infer("", token, [out(share)])).toBe("");
  });
});

describe("an owner that did nothing", () => {
  const passive = { isActive: false };
  test.each<[string, string, Address, Movement[], string]>([
    ["a transfer", "pay", pool, [into(pool)], "receive"],
    ["what a bridge pays", "bondWithdrawal", bridge, [into(pool)], "bridge_in"],
    ["what a nameless function of a bridge pays", "", bridge, [into(pool)], "bridge_in"],
    ["an airdrop", "airdrop", pool, [into(pool)], "airdrop"],
    ["a claim of somebody else", "claim", pool, [into(pool)], "receive"],
    ["what another took", "claim", pool, [out(pool)], "send"],
    ["what another bridged", "", bridge, [out(bridge)], "send"],
    ["what another burnt", "", pool, [burn], "burn"],
    ["votes of others", "delegate", pool, [], ""],
  ])("%s", (_name, functionName, to, movements, category) => {
    expect(infer(functionName, to, movements, passive)).toBe(category);
  });
});

test("a name alone never makes a gain of a loss, or the reverse", () => {
  const names = ["claim", "withdraw", "deposit", "stake", "swap", "donate", "renew", "borrow", "repay", "bridge", "x"];
  const gives = new Set(["deposit", "stake", "lock", "donate", "renew", "repay", "bridge_out", "send", "burn"]);
  const gets = new Set(["claim", "withdraw", "unstake", "unlock", "borrow", "bridge_in", "receive", "mint"]);
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.constantFrom(pool, bridge, exchange, token),
      fc.boolean(),
      fc.boolean(),
      (name, to, isActive, isGain) => {
        const category = infer(name, to, [isGain ? into(to) : out(to)], { isActive });
        expect((isGain ? gives : gets).has(category)).toBe(false);
      },
    ),
  );
});

test("what routers mint and burn for their caller counts like its own", () => {
  const via = { minted: new Set([share]), burnt: new Set<Address>() };
  const bought = [out(pool), into(pool, share)];
  expect(infer("run", pool, bought, { via })).toBe("deposit");
  expect(infer("run", pool, bought)).toBe("swap");
  expect(infer("swap", pool, bought, { via })).toBe("swap");
  expect(infer("run", exchange, bought, { via })).toBe("swap");
  const sold = [out(pool, share), into(pool)];
  expect(infer("run", pool, sold, { via: { minted: new Set(), burnt: new Set([share]) } })).toBe("withdraw");
});

test("rewards beside a deposit or a withdrawal do not change it", () => {
  const reward = into(ZERO_ADDRESS, art);
  expect(infer("run", pool, [out(pool), mint, into(pool, art)])).toBe("deposit");
  expect(infer("withdraw", pool, [burn, into(pool), reward])).toBe("withdraw");
  expect(infer("run", pool, [burn, into(pool), reward])).toBe("withdraw");
});

test("what contracts say in their logs counts where names promise nothing", () => {
  const say = (meaning: "claim" | "unstake" | "withdraw") => ({ events: [{ contract: pool, meaning }] });
  expect(infer("", token, [into(share)], say("claim"))).toBe("claim");
  expect(infer("", token, [into(share)], say("unstake"))).toBe("unstake");
  expect(infer("claim", token, [into(share)], say("withdraw"))).toBe("claim");
  const both = { events: [...say("claim").events, ...say("withdraw").events] };
  expect(infer("", token, [into(share)], both)).toBe("withdraw");
  expect(infer("", token, [into(share)], { ...say("claim"), isActive: false })).toBe("receive");
  expect(infer("", pool, [burn, into(ZERO_ADDRESS)], say("withdraw"))).toBe("migrate");
});

test("in somebody else's transaction only the events of protocols count", () => {
  const say = (contract: Address, meaning: "bridge" | "liquidation") => ({
    events: [{ contract, meaning }],
    isActive: false,
  });
  expect(infer("", token, [into(share)], say(pool, "bridge"))).toBe("bridge_in");
  expect(infer("", token, [into(share)], say(token, "bridge"))).toBe("receive");
  expect(infer("liquidate", pool, [out(share)], say(pool, "liquidation"))).toBe("liquidation");
  expect(infer("liquidate", token, [out(share)], say(token, "liquidation"))).toBe("send");
});
