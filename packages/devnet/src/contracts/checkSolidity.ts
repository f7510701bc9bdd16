/** `check:solidity`: whether `contracts/compiled.json` is of the present contracts. `--write` compiles them. */
import { CONTRACTS } from "./compileContract.ts";
import { checkSolidity } from "./compiledContracts.ts";

checkSolidity(CONTRACTS, process.argv.slice(2));
