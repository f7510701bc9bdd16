import { findChain, type Address } from "@portico/evm";
import {
  isText,
  parseRows,
  PROTOCOL_USES,
  readRowsFile,
  refuseRepeated,
  toProtocolKey,
  type OperatorName,
  type RowFields,
} from "@portico/protocols";

const FIELDS = ["chain", "address", "protocol", "name", "use"] as const;
const NAME_MAX = 100;

/**
 * The operator's names of contracts, from a JSON file; none if `path` is undefined or "".
 * @throws Error that names file, line and field.
 */
export const readOperatorNames = (path: string | undefined): OperatorName[] =>
  readRowsFile("PORTICO_CONTRACT_NAMES", path, parseOperatorNames) ?? [];

function parseOperatorNames(text: string, file: string): OperatorName[] {
  const rows = parseRows({ text, file, fields: FIELDS }, readRow);
  refuseRepeated(rows, {
    file,
    getKey: ({ chain, address }) => `${chain} ${address}`,
    explain: ({ chain }) => `address is named twice on ${chain}`,
  });
  return rows.map(({ row }) => row);
}

function readRow({ read, readOptional }: RowFields<(typeof FIELDS)[number]>): OperatorName {
  const use = readOptional("use", (text) => isUse(text), `one of ${PROTOCOL_USES.join(", ")}`);
  return {
    chain: read("chain", (text) => findChain(text) !== undefined, "a chain id, such as eth"),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was just tested
    address: read("address", (text) => /^0x[0-9a-f]{40}$/i.test(text), "0x and 40 hex digits").toLowerCase() as Address,
    protocol: read("protocol", isProtocolKey, "a-z, 0-9 and _, at most 64, without a chain's prefix"),
    name: readOptional("name", (text) => isText(text, NAME_MAX), `1 to ${NAME_MAX} printable characters`),
    use: use !== undefined && isUse(use) ? use : undefined,
  };
}

const isProtocolKey = (text: string): boolean => /^[a-z0-9][a-z0-9_]{0,63}$/.test(text) && toProtocolKey(text) === text;

type Use = (typeof PROTOCOL_USES)[number];
const isUse = (text: string): text is Use => (PROTOCOL_USES as readonly string[]).includes(text);
