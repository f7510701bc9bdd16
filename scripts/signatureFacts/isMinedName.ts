/** Names made to collide with another function's selector: generated words with counters, or long runs of digits. */
export const isMinedName = (signature: string): boolean => {
  const name = signature.slice(0, signature.indexOf("("));
  return /^(?:join|watch|sign|many_msg|link|transfer_attention)_(?:tg|szabo|babbage)|_[0-9a-fA-F]{7,}|\d{7,}|SIMONdotBLACK/.test(
    name,
  );
};
