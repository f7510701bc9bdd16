/** A copy of the contract with `enum` of one value beside every `const` of a text: tools for OpenAPI 3.0 only read that. */
export const withConstEnums = <Document>(document: Document): Document => addEnums(document) as Document;

function addEnums(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(addEnums);
  if (typeof node !== "object" || node === null) return node;
  const members = Object.fromEntries(Object.entries(node).map(([name, member]) => [name, addEnums(member)]));
  const { type, const: only } = members;
  return type === "string" && typeof only === "string" ? { ...members, enum: [only] } : members;
}
