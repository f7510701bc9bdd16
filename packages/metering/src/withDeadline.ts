const DEADLINE_MS = 5000;
const TRIES = 4;

/**
 * Queries the database, again after a deadlock or serialization failure (40P01, 40001).
 * @throws Error after the timeout: the query may still complete later.
 */
export async function withDeadline<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The database did not respond within ${DEADLINE_MS} ms`)), DEADLINE_MS);
  });
  try {
    return await Promise.race([repeatWhenVictim(work), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function repeatWhenVictim<T>(work: () => Promise<T>, tries = TRIES): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isVictim = error instanceof Error && "code" in error && (error.code === "40P01" || error.code === "40001");
    if (!isVictim || tries <= 1) throw error;
    return await repeatWhenVictim(work, tries - 1);
  }
}
