/**
 * Version of saved chains. Increase it if a chain of an older version can't be continued: it is then replaced by a new
 * one, and what was indexed of it is deleted.
 */
export const SCENARIO_VERSION = 1;
