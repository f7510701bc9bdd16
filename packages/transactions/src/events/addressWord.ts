/** Words that can be nothing but addresses: amounts are smaller than 2^112, hashes larger than 2^160. */
export const ADDRESS_WORD = /^0x0{24}(?!0{12})[0-9a-f]{40}$/;
