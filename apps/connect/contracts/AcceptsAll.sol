// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// An account by contract to which whatever is shown counts as signed by it (ERC-1271): an attacker's.
contract AcceptsAll {
    constructor(address) {}

    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return this.isValidSignature.selector;
    }
}
