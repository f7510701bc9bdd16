import type { Hex } from "@portico/evm";
import { type AbiParameter, encodeAbiParameters, parseAbiParameters } from "viem";
import { decodeArguments } from "../decodeArguments.ts";
import type { Args } from "../functionRow.ts";

/** How bytes inside of arguments are encoded, where only a convention tells. */
export type Shape = readonly AbiParameter[];

/** @param parameters - Human-readable with names: "address recipient, uint256 amount". */
export const shapeOf = (parameters: string): Shape => parseAbiParameters(parameters);

/** Values by name; undefined when the bytes are not of this shape. What follows them is not looked at. */
export function readShape(shape: Shape, data: Hex): Args | undefined {
  const values = decodeArguments(shape, data, { isLenient: true });
  return values && Object.fromEntries(shape.map(({ name }, at) => [name ?? at, values[at]]));
}

/** Of the first shape that makes exactly these bytes: for bytes whose shape depends on the contract's version. */
export function readExactShape(shapes: readonly Shape[], data: Hex): Args | undefined {
  const shape = shapes.find((one) => {
    const values = decodeArguments(one, data);
    return values !== undefined && encodeAbiParameters(one, values) === data;
  });
  return shape && readShape(shape, data);
}
