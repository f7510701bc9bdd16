import type { Store, Subject } from "@portico/store";
import type { Request } from "express";
import type { FindNames } from "../me/names.ts";

/** What a signed-in person asks. */
export interface SignedInRequest {
  db: Store;
  findNames: FindNames;
  account: Subject;
  request: Request;
}
