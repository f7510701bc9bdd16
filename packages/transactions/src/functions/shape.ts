import type { Hex } from "@portico/evm";
import { type AbiParameter, encodeAbiParameters, parseAbiParameters } from "viem";
import { decodeArguments } from "../decodeArguments.ts";
import type { Args } from "../functionRow.ts";

/** ABI of bytes inside of arguments, known by convention only. */
export type Shape = readonly AbiParameter[];

/** @param parameters - Human-readable with names: "address recipient, uint256 amount". */
export const shapeOf = (parameters: string): Shape => parseAbiParameters(parameters);

/** Values by name; undefined if the bytes don't match. Data after them is ignored. */
export function readShape(shape: Shape, data: Hex): Args | undefined {
  const values = decodeArguments(shape, data, { isLenient: true });
  return values && Object.fromEntries(shape.map(({ name }, at) => [name ?? at, values[at]]));
}

/**
 * Values of the first shape that encodes to exactly these bytes: for bytes whose shape depends on the contract's
 * version.
 */
export function readExactShape(shapes: readonly Shape[], data: Hex): Args | undefined {
  const shape = shapes.find((one) => {
    const values = decodeArguments(one, data);
    return values !== undefined && encodeAbiParameters(one, values) === data;
  });
  return shape && readShape(shape, data);
}
