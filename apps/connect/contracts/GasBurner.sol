// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Never comes to an answer.
contract GasBurner {
    function isValidSignature(bytes32 hash, bytes calldata) external pure returns (bytes4) {
        while (true) hash = keccak256(abi.encode(hash));
        return 0x1626ba7e;
    }
}
