// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {BareToken} from "./BareToken.sol";

/// Its name and symbol are a megabyte of "A" each, and cost little to make.
contract LongNameToken is BareToken {
    uint256 private constant LENGTH = 1 << 20;
    uint8 public constant decimals = 18;

    function name() external view returns (string memory) {
        answer();
    }

    function symbol() external view returns (string memory) {
        answer();
    }

    /// Doubles a word of "A" by the identity precompile until the text is full.
    function answer() private view {
        assembly {
            mstore(0, 32)
            mstore(32, LENGTH)
            mstore(64, 0x4141414141414141414141414141414141414141414141414141414141414141)
            for { let done := 32 } lt(done, LENGTH) { done := mul(done, 2) } {
                pop(staticcall(gas(), 4, 64, done, add(64, done), done))
            }
            return(0, add(64, LENGTH))
        }
    }
}
