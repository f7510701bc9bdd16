/** Source of the function with which every check compares the rows of a token list: real amounts, beyond 2^53, to the last bit. */
export const CHECK_ROWS = `
type Row = { raw_amount: number | bigint; raw_amount_str: string };
function checkRows(rows: readonly Row[] | undefined): void {
  if (rows === undefined || rows.length === 0) throw new Error("no rows");
  const large = rows.filter((row) => BigInt(row.raw_amount_str) > 2n ** 53n);
  if (large.length === 0) throw new Error("no amount exceeds 2^53");
  for (const { raw_amount, raw_amount_str } of rows) {
    const expected = typeof raw_amount === "bigint" ? BigInt(raw_amount_str) : Number(raw_amount_str);
    if (raw_amount !== expected) throw new Error(raw_amount_str + " was read as " + String(raw_amount));
  }
}
`;
