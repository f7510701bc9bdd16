import type { Root, Rule } from "./redocly.ts";
import { schemesOf } from "./schemesOf.ts";

/** Schemes whose callers pay. */
const PAYING = new Set(["AccessKey", "OAuth2"]);
/** Returns the remaining units, even if there are none. */
const FREE = "getAccountUnits";

/** Every data operation has its price in whole units; nothing else has one. */
export const unitPrices: Rule = () => {
  let root: Root = {};
  return {
    Root: (node) => {
      root = node;
    },
    Operation: (operation, { report, location }) => {
      const units = operation["x-units"];
      const isPaid = schemesOf(operation, root).some((scheme) => PAYING.has(scheme));
      const least = operation.operationId === FREE ? 0 : 1;
      const isRight = isPaid ? Number.isSafeInteger(units) && Number(units) >= least : units === undefined;
      if (isRight && (least === 1 || units === 0)) return;
      const message = isPaid
        ? `x-units must be a whole number from 1; 0 for ${FREE} alone.`
        : "Only an operation that requires an access key or a bearer token may have x-units.";
      report({ message, location: location.child("operationId").key() });
    },
  };
};
