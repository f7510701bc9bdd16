/**
 * A value that is made when it is first used, and kept. Making a format of Intl costs a phone milliseconds, which would
 * delay the first page if all were made while modules load.
 */
export function onFirstUse<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
