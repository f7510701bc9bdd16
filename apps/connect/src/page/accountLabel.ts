import { plainText, shortAddress } from "@portico/ui/browser";
import { element } from "./element.ts";

/**
 * The account that a page shows; for a contract account with its chain, because on others the address is another
 * account.
 */
export const accountLabel = (address: string, chain: string | null): HTMLElement =>
  element(
    "span",
    {},
    "You are ",
    element("code", { title: address }, shortAddress(address)),
    chain === null ? null : `, a smart account on ${plainText(chain, 40)}`,
  );

/** @param id - An address, or a CAIP-10 id, whose chain isn't shortened: `eip155:1:0xd8da…6045`. */
export function shortAccount(id: string): string {
  const at = id.lastIndexOf(":") + 1;
  return id.slice(0, at) + shortAddress(id.slice(at));
}
