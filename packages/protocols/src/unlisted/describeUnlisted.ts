import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../adapter.ts";

const nameAbi = parseAbi(["function name() view returns (string)"]);
const MAX_NAME = 40;

/** What a position in a contract that nobody listed says of it: its own name, which proves nothing, and its address. */
export async function describeUnlisted(
  { tryRead }: Pick<ReadContext<unknown>, "tryRead">,
  kind: "exchange" | "farm" | "lending market",
  { named, address }: { named?: Address; address: Address },
): Promise<string> {
  const [name] =
    named === undefined ? [undefined] : await tryRead([{ address: named, abi: nameAbi, functionName: "name" }]);
  const own = name === undefined ? "" : toPrintable(name);
  return `${own === "" ? "" : `"${own}": `}unlisted ${kind} ${address}. Only what it holds is counted.`;
}

/** A contract's text without what a terminal or a page would treat specially. */
const toPrintable = (text: string): string =>
  text
    .replaceAll(/[\p{C}"<>]/gu, "")
    .trim()
    .slice(0, MAX_NAME);
