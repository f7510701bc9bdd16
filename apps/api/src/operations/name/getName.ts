import type { NamedAddress } from "@portico/contract";
import { findNormalName, getChain } from "@portico/evm";
import { isAddress, parseAddress } from "../../data/address.ts";
import { chainsHeader } from "../../data/chains/chainsHeader.ts";
import type { NameAnswer } from "../../data/names.ts";
import type { Operation } from "../../deps.ts";
import { invalidParams } from "../../errors.ts";

/** GET /v1/name: both ways by ENS. */
export const getName: Operation<"getName"> = async ({ query: { id }, reply }, { names }) => {
  if (isAddress(id)) {
    const address = parseAddress(id);
    const answer = await names.findName(address);
    return reply(200, { address, name: answer.value ?? null } satisfies NamedAddress, nameHeader(answer));
  }
  const name = findNormalName(id);
  if (name === undefined || !name.includes(".")) throw invalidParams({ id: NEITHER });
  const answer = await names.findAddress(name);
  return reply(200, { address: answer.value ?? null, name } satisfies NamedAddress, nameHeader(answer));
};

const NEITHER = "must be an address (0x and 40 hexadecimal digits) or an ENS name that is valid under ENSIP-15";

/** Portico-Chains of an answer by ENS: Ethereum at its block. */
export const nameHeader = ({ blockNumber, timeAt }: NameAnswer<string>) =>
  chainsHeader({ synced: [{ chain: getChain("eth"), blockNumber, timeAt, since: 0n }] });
