/** The same JSON with white space wherever it is allowed. */
export function spaced(json: string, space: string): string {
  const tokens = json.match(/"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  return space + tokens.join(space) + space;
}
