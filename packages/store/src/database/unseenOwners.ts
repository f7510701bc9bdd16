/**
 * The owners $1 with the chains $2 of each, numbered, for a named statement whose plan is kept. Written as subqueries,
 * because PostgreSQL assumes ten elements of an array that it doesn't see: if it sees fewer, a plan for just these seems
 * cheaper each time, and making it costs more than reading several owners.
 */
export const UNSEEN_OWNERS = "unnest((select $1::bytea[]), (select $2::text[])) with ordinality";
