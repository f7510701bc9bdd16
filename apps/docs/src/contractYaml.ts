import { stringify } from "yaml";

/** The contract as YAML, without anchors, which few tools read. */
export const contractYaml = (contract: object): string =>
  stringify(contract, { aliasDuplicateObjects: false, lineWidth: 0 });
