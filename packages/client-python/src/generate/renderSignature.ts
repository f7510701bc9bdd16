import type { Argument, PythonOperation } from "./pythonOperation.ts";

/** `if_none_match` is only useful where the ETag is returned. */
export const argumentsOf = ({ arguments: all }: PythonOperation, isWithMeta: boolean): readonly Argument[] =>
  all
    .filter(({ name }) => isWithMeta || name !== "if_none_match")
    .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));

/** The parameters of a method's signature, without `self`. */
export const renderSignature = (inputs: readonly Argument[]): string =>
  inputs.length === 0
    ? ""
    : `, *, ${inputs.map(({ name, type, isRequired }) => `${name}: ${isRequired ? type : `${optional(type)} = None`}`).join(", ")}`;

const optional = (type: string): string => (type.startsWith("Optional[") ? type : `Optional[${type}]`);
