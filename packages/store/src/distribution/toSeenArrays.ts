/**
 * A statement with arrays as subqueries (see unseenOwners.ts) for a distributed database: with the arrays themselves, since
 * it plans for the values that it sees, and not every subquery. Without a name.
 */
export const toSeenArrays = ({ text }: { readonly text: string }): { text: string } => ({
  text: text.replaceAll(/\(select (\$\d::\w+\[\])\)/g, "$1"),
});
