/** `check:solidity`: compiles every contract of `contracts/`. Results are cached for the devnets. */
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { compileContract, CONTRACTS_FOLDER } from "./compileContract.ts";

for (const file of readdirSync(CONTRACTS_FOLDER)) compileContract(basename(file, ".sol"));
