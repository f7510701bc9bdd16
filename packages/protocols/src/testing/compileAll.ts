/** `check:solidity`: compiles every contract of `contracts/`. Results are cached for the tests of all packages. */
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { compileTestContract, CONTRACTS_FOLDER } from "./contracts.ts";

for (const file of readdirSync(CONTRACTS_FOLDER)) compileTestContract(basename(file, ".sol"));
