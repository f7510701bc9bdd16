import type { Address } from "@portico/evm";
import tokenListSchema from "@uniswap/token-lists/src/tokenlist.schema.json" with { type: "json" };
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { groupByChain, TokenListError, toLogoUrl } from "./tokenSource.ts";
import type { TokensByChain } from "./tokenSource.ts";

/** The fields in use of a list in the format of tokenlists.org. */
interface TokenListFile {
  tokens: {
    chainId: number;
    address: string;
    name: string;
    symbol: string;
    decimals: number;
    logoURI?: string;
    tags?: string[];
  }[];
}

const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i;
const ajv = new Ajv({ strict: false });
formats.default(ajv);
const validate = ajv.compile<TokenListFile>(tokenListSchema);

/**
 * Parses a list in the format of tokenlists.org, as strictly as its schema. A token tagged `core` is core. Tokens of
 * non-EVM chains are left out.
 * @param from - The list's name in errors.
 * @throws TokenListError that names the field.
 */
export function parseTokenList(text: string, from: string): TokensByChain {
  const list = parseJson(text, from);
  if (!validate(list)) {
    const [error] = validate.errors ?? [];
    throw new TokenListError(
      `Token list ${from}: ${error?.instancePath === "" ? "the list" : error?.instancePath} ${error?.message ?? "is not valid"}`,
    );
  }
  const evm = list.tokens.filter(({ address }) => EVM_ADDRESS.test(address));
  return groupByChain(
    evm.map(({ chainId, address, name, symbol, decimals, logoURI, tags }) => ({
      chainId,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was just tested
      address: address.toLowerCase() as Address,
      name: name === "" ? null : name,
      symbol: symbol === "" ? null : symbol,
      decimals,
      logoUrl: toLogoUrl(logoURI),
      isCore: tags?.includes("core") === true,
    })),
  );
}

function parseJson(text: string, from: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TokenListError(`Token list ${from} is not JSON: ${cause instanceof Error ? cause.message : ""}`, {
      cause,
    });
  }
}
