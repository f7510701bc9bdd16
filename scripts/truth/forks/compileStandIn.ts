import type { Artifact } from "@portico/devnet";
import { compileTestContract } from "@portico/protocols/testing/contracts";

/** A contract of packages/protocols/contracts. */
export const compileStandIn = (name: string, file = name): Artifact => compileTestContract(file, name);
