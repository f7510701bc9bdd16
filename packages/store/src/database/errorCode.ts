/** Whether an error has this code, of the system (ENOENT) or of PostgreSQL (42P04). */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
