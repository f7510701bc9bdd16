import { uint256Properties } from "@portico/contract";
import { createExactJson } from "./exactJson.ts";

const exactJson = createExactJson(uint256Properties);

/**
 * Serializes a value with bigints, such as a row of a response: as the API does, as plain integers, digit for digit.
 * `JSON.stringify` throws for a bigint. Other languages and `parseJson` read the integers exactly; `JSON.parse` does not.
 * @param indent - As in JSON.stringify: spaces per level, or the text of one.
 */
export const stringifyJson: (value: unknown, indent?: number | string) => string = exactJson.stringify;

/**
 * Parses JSON text as the client does: the contract's integers of 256 bits (`raw_amount`, `raw_gas_fee`) become bigint,
 * wherever they occur; other numbers stay numbers.
 * @throws SyntaxError for invalid JSON, RangeError for such an integer in a form that loses digits (1e77).
 */
export const parseJson: (text: string) => unknown = exactJson.parse;
