import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Abi, Hex } from "viem";

export interface Compiled {
  abi: Abi;
  bytecode: Hex;
}

interface SolcOutput {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>;
}

/** The contracts of Attacks.sol. Takes about a second. */
export function compileAttacks(): Record<"Coin" | "FalsePool" | "Raider", Compiled> {
  const solc = createRequire(import.meta.url)("solc") as { compile(input: string): string };
  const content = readFileSync(join(import.meta.dirname, "Attacks.sol"), "utf8");
  const settings = { evmVersion: "paris", outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } } };
  const input = JSON.stringify({ language: "Solidity", sources: { "Attacks.sol": { content } }, settings });
  const { errors = [], contracts } = JSON.parse(solc.compile(input)) as SolcOutput;
  const error = errors.find(({ severity }) => severity === "error");
  if (error !== undefined) throw new Error(error.formattedMessage);
  const take = (name: string): Compiled => {
    const { abi, evm } = contracts["Attacks.sol"]![name]!;
    return { abi, bytecode: `0x${evm.bytecode.object}` };
  };
  return { Coin: take("Coin"), FalsePool: take("FalsePool"), Raider: take("Raider") };
}
