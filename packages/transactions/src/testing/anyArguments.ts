import fc from "fast-check";
import type { AbiParameter, Hex } from "viem";

const anyHex = (size: { minLength: number; maxLength: number }): fc.Arbitrary<Hex> =>
  fc.uint8Array(size).map((bytes): Hex => `0x${Buffer.from(bytes).toString("hex")}`);

const anyInteger = (kind: string, bits: number): fc.Arbitrary<bigint | number> => {
  const isSigned = kind === "int";
  const [min, max] = isSigned
    ? [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n]
    : [0n, 2n ** BigInt(bits) - 1n];
  return fc.bigInt({ min, max }).map((value) => (bits > 48 ? value : Number(value)));
};

/** Values that an ABI type allows. */
export function anyValue(parameter: AbiParameter): fc.Arbitrary<unknown> {
  const [, item, length] = /^(.*)\[(\d*)\]$/.exec(parameter.type) ?? [];
  if (item !== undefined) {
    const [minLength, maxLength] = length ? [Number(length), Number(length)] : [0, 3];
    return fc.array(anyValue({ ...parameter, type: item }), { minLength, maxLength });
  }
  if (parameter.type === "tuple" && "components" in parameter) {
    const parts = parameter.components;
    if (!parts.every(({ name }) => name)) return fc.tuple(...parts.map(anyValue));
    return fc.record(Object.fromEntries(parts.map((part) => [part.name, anyValue(part)])));
  }
  const [, kind = "", bits = ""] = /^([a-z]+)(\d*)$/.exec(parameter.type) ?? [];
  if (kind === "uint" || kind === "int") return anyInteger(kind, Number(bits || 256));
  if (kind === "address") return anyHex({ minLength: 20, maxLength: 20 });
  if (kind === "bool") return fc.boolean();
  if (kind === "string")
    return fc.string({ unit: fc.constantFrom("a", "Z", "0", "\u0000", "é", "中", "𝕏"), maxLength: 40 });
  const size = Number(bits);
  return bits ? anyHex({ minLength: size, maxLength: size }) : anyHex({ minLength: 0, maxLength: 70 });
}

export const anyValues = (parameters: readonly AbiParameter[]): fc.Arbitrary<unknown[]> =>
  fc.tuple(...parameters.map(anyValue));
