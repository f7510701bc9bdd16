import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { generators } from "./generators.ts";
import { startServed } from "./startServed.ts";
import { tryGenerator } from "./tryGenerator.ts";

const HELP = `Tries generators and validators with the contract as the docs serve it; each is installed in a temporary folder.

  node scripts/generators/main.ts [--contract FILE] [NAME ...]

  NAME             of a generator (default: all)
  --contract FILE  another document instead of the served one; the mock answers`;

const { values, positionals } = parseArgs({
  options: { contract: { type: "string" }, help: { type: "boolean" } },
  allowPositionals: true,
});

if (values.help) console.log(HELP);
else {
  using served = await startServed();
  const contract = values.contract === undefined ? served.contract : await readFile(values.contract, "utf8");
  const chosen = generators.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  for (const generator of chosen) {
    const errors = await tryGenerator(generator, contract, served.url);
    console.log(`${generator.name}: ${errors.length === 0 ? "works" : `${errors.length} lines of errors`}`);
    for (const error of errors.slice(0, 20)) console.log(`  ${error.slice(0, 300)}`);
    if (errors.length > 0) process.exitCode = 1;
  }
}
