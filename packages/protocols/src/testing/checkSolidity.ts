/** `check:solidity`: whether `contracts/compiled.json` is of the present contracts. `--write` compiles them. */
import { checkSolidity } from "@portico/devnet";
import { CONTRACTS } from "./contracts.ts";

checkSolidity(CONTRACTS, process.argv.slice(2));
