import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Abi, type Address, encodeDeployData, type Hex } from "viem";

export interface Artifact {
  abi: Abi;
  /** Creation code, with linked libraries. */
  bytecode: Hex;
}

type LinkReferences = Record<string, Record<string, { start: number; length: number }[]>>;
type CodeHolder = string | { object: string };

/** Formats of Hardhat, Truffle, Waffle and Chainlink's own tool. */
interface ArtifactFile {
  abi?: Abi;
  bytecode?: CodeHolder;
  linkReferences?: LinkReferences;
  compilerOutput?: { abi: Abi; evm: { bytecode: { object: string } } };
}

/**
 * Reads a compiled contract from an installed npm package.
 * @param file - Path inside the package.
 * @param libraries - Name to address, for contracts that link to libraries; a missing one throws.
 * @param from - URL of a file of the package that depends on it.
 */
export function loadArtifact(
  packageName: string,
  file: string,
  libraries: Record<string, Address> = {},
  from: string = import.meta.url,
): Artifact {
  const json = JSON.parse(readFileSync(findInPackage(packageName, file, from), "utf8")) as ArtifactFile;
  const holder = json.bytecode ?? json.compilerOutput?.evm.bytecode;
  const abi = json.abi ?? json.compilerOutput?.abi;
  if (holder === undefined) throw new Error(`${packageName}/${file} has no bytecode`);
  const code = typeof holder === "string" ? holder : holder.object;
  const bytecode: Hex = `0x${code.replace(/^0x/, "")}`;
  return { abi: abi ?? [], bytecode: linkLibraries(bytecode, json.linkReferences ?? {}, libraries) };
}

/** Creation code with constructor arguments. */
export function getCreationCode({ abi, bytecode }: Artifact, args: readonly unknown[] = []): Hex {
  return encodeDeployData({ abi, bytecode, args });
}

/** Packages may hide files by `exports`, so their folder is searched instead. */
export function findInPackage(packageName: string, file: string, from: string = import.meta.url): string {
  const candidates = (createRequire(from).resolve.paths(packageName) ?? []).map((path) =>
    join(path, packageName, file),
  );
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${packageName}/${file} is not installed`);
  return found;
}

function linkLibraries(bytecode: Hex, references: LinkReferences, libraries: Record<string, Address>): Hex {
  let code = bytecode.slice(2);
  for (const [name, offsets] of Object.values(references).flatMap((file) => Object.entries(file))) {
    const address = libraries[name];
    if (address === undefined) throw new Error(`The contract links to ${name}, whose address is not given`);
    for (const { start, length } of offsets) {
      code = code.slice(0, start * 2) + address.slice(2).toLowerCase() + code.slice((start + length) * 2);
    }
  }
  return `0x${code}`;
}
