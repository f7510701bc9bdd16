import { findNormalName } from "@portico/evm";
import { nameHeader } from "../name/getName.ts";
import type { Operation } from "../../deps.ts";
import { invalidParams } from "../../errors.ts";

/** GET /v1/wallet/ens: the address of a name. */
export const getWalletEns: Operation<"getWalletEns"> = async ({ query: { text }, reply }, { names }) => {
  const name = findNormalName(text);
  if (name === undefined || !name.includes(".")) {
    throw invalidParams({ text: "must be an ENS name that is valid under ENSIP-15" });
  }
  const answer = await names.findAddress(name);
  return reply(200, { addr: answer.value ?? "", name }, nameHeader(answer));
};
