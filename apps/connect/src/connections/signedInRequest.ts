import type { Store, Subject } from "@portico/store";
import type { Request } from "express";
import type { FindNames } from "../me/names.ts";

/** A request of a signed-in user. */
export interface SignedInRequest {
  db: Store;
  findNames: FindNames;
  account: Subject;
  request: Request;
}
