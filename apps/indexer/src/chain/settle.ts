/** The results of two works in a transaction: both must settle before it may end. */
export async function settle<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}
